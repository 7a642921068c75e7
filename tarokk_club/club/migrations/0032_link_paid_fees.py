from django.db import migrations


def link_paid_fees(apps, schema_editor):
    """A fee that was paid on the spot was entered in the very moment of its payment."""
    # Of the book that is migrated: `move_book` migrates another one beside the present.
    book = schema_editor.connection.alias
    charges = apps.get_model("club", "Charge").objects.using(book)
    payments = apps.get_model("club", "Payment").objects.using(book)
    at_once = payments.filter(
        transfer=None, session=None, reverses=None, charge=None,
        payer_side="player", receiver_side="kitty",
    )
    for payment in at_once.exclude(purpose="settling").iterator():
        charge = charges.filter(
            club_id=payment.club_id, player_id=payment.payer_id, currency=payment.currency,
            amount=payment.amount, purpose=payment.purpose, date=payment.date,
            made_at=payment.made_at, reverses=None, payments=None,
        ).first()
        if charge is None:
            continue
        payments.filter(pk=payment.pk).update(charge=charge)
        payments.filter(reverses=payment.pk).update(charge=charge)


class Migration(migrations.Migration):
    """Of a book that is there, fees that were paid on the spot find their payments."""

    dependencies = [("club", "0031_fee_payments")]

    operations = [migrations.RunPython(link_paid_fees, migrations.RunPython.noop, elidable=True)]
