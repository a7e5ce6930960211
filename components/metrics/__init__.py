"""Numbers in, numbers out: NumPy, SciPy, OpenCV, statsmodels and krippendorff only, so every figure can be checked alone."""
