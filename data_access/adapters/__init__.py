"""One module per dataset layout: files in, the common records out."""
