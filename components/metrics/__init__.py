"""Numbers in, numbers out: NumPy, SciPy, OpenCV, statsmodels and krippendorff only, so each can be checked alone."""
