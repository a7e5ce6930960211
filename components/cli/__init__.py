"""The commands of `cli.py`: read the arguments, call the tables, write the files; no number is computed here."""
