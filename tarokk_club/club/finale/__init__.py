"""How a session ended: who won, its best hand and its dearest, and what of it is handed on."""
