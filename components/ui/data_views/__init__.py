"""The sections of the Data page, one a module, each with `show(dataset)`."""
