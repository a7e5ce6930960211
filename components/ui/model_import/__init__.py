"""The Data page's section that adds a model: files, frame with a preview, a report, and what to do with it."""
