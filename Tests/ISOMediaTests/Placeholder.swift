// Replaced as the target is built.
