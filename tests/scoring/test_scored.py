"""A scored event refuses to exist unless each of its lines comes to zero, pots included."""

import pytest

from scoring.core.accounts import name_pot_account
from scoring.core.posting import Line, Scored, UnbalancedError
from support.strategies.hungarian import table_of

TABLE = table_of(void_hands="pot")
POT = name_pot_account("ultimo")


def test_a_gain_of_a_pot_without_a_payer_is_refused() -> None:
    with pytest.raises(UnbalancedError):
        Scored([Line("pot", "hu.pot_void", {}, {"Anna": -2, "Béla": 2, POT: 3})], TABLE)


def test_a_payment_into_a_pot_balances() -> None:
    scored = Scored([Line("pot", "hu.pot_void", {}, {"Anna": -3, POT: 3})], TABLE)

    assert scored.lines[0].points[POT] == 3
