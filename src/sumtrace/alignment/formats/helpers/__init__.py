"""What several formats share: words with positions, links as ``i-j``, tables, checked JSON, spans of characters."""
