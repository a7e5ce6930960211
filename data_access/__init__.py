"""Files in, records out; nothing else in the project opens a dataset file."""
