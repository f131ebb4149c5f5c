"""What the two local servers share: who may ask, how long it may take, and how a page and JSON are sent."""
