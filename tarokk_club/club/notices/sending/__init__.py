"""How a notice leaves this machine."""
