from django.db import migrations, models

_OPEN = models.Index(
    fields=["club", "-date", "-created_at"],
    name="open_session_by_date",
    condition=models.Q(binned_at=None, closed=False),
)


class Migration(migrations.Migration):

    dependencies = [
        ("club", "0117_open_session_index"),
    ]

    operations = [
        migrations.AddIndex(
            model_name="session",
            index=models.Index(
                fields=["club", "-date", "-created_at", "version"], name="session_in_order"
            ),
        ),
        migrations.RemoveIndex(model_name="session", name="session_by_date"),
        # Created once more, because SQLite prefers the newest of several that serve a query.
        migrations.RemoveIndex(model_name="session", name="open_session_by_date"),
        migrations.AddIndex(model_name="session", index=_OPEN),
    ]
