"""Views for hands and other events, the calculator, the outbox and the offline web app."""
