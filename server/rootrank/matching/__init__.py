"""The map: one log in, findings out. Findings of blocks, files and machines merge in any order to the same answer."""
