"""Training of the entailment judge: pairs, corruptions, network, training loop and export."""
