"""How dates are written where Django's own customs of a language are not ours."""
