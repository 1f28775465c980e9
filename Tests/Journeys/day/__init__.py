"""Days of a person's work, made by chance and compared with a model of the rules."""
