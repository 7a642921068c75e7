"""Recording a hand: its form, preview, drafts, the calculator and the outbox."""
