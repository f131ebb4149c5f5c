"""Training: EM, priors, monitor, checkpoints."""
