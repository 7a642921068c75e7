"""Entry of hands and other events, the score calculator, the outbox and the offline web app."""
