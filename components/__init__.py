"""What pages are made of; each package below says what it may import."""
