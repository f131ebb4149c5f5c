"""Rewrite models: how a document phrase becomes a summary phrase."""
