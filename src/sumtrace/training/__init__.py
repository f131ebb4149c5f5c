"""Training: the E-step, the M-step, the monitor, checkpoints, and the trainer that joins them."""
