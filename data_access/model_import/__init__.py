"""A model's masks, heat maps and probabilities from where they were made: files in, an annotation set out.

`inputs` lists the files given, `reading` reads them, `frames` maps masks back to the films, `naming` and `saving` give
the result its name and its place in a release. Each bad item is skipped and listed; nothing in a file is executed.
"""
