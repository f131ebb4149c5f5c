"""How the shipped parser is trained; scripts/train_parser.py runs it."""
