"""Migrations that the version before could not go on beside are refused."""

from typing import Any

import pytest
from django.db import migrations, models
from django.db.migrations.state import ModelState, ProjectState

from tools.dev import upgrades

NAME = models.CharField(max_length=40)


def tables() -> ProjectState:
    state = ProjectState()
    fields: dict[str, Any] = {"id": models.BigAutoField(primary_key=True), "name": NAME}
    state.add_model(ModelState("club", "Song", fields))
    return state


def find_unsafe(*operations: Any, **more: Any) -> list[str]:
    made = type("Migration", (migrations.Migration,), {"operations": list(operations), **more})
    return list(upgrades.find_unsafe_operations(made("0099_test", "club"), tables()))


@pytest.mark.parametrize(
    "operation",
    [
        migrations.RemoveField("Song", "name"),
        migrations.DeleteModel("Song"),
        migrations.RenameField("Song", "name", "title"),
        migrations.RenameModel("Song", "Tune"),
        migrations.AlterModelTable("Song", "songs"),
        migrations.AddField("Song", "key", models.CharField(max_length=2, default="")),
        migrations.AlterField("Song", "name", models.CharField(max_length=20)),
        migrations.AlterField("Song", "name", models.CharField(max_length=40, unique=True)),
        migrations.AlterField("Song", "name", models.IntegerField()),
        migrations.AlterField("Song", "name", models.CharField(max_length=40, db_column="called")),
        migrations.AddConstraint(
            "Song", models.CheckConstraint(condition=~models.Q(name=""), name="named")
        ),
        migrations.AlterUniqueTogether("Song", {("name", "id")}),
        migrations.RunSQL("DROP TABLE club_song"),
        migrations.SeparateDatabaseAndState(
            database_operations=[migrations.RemoveField("Song", "name")]
        ),
    ],
    ids=lambda operation: operation.describe(),
)
def test_refuses_an_incompatible_migration(operation: Any) -> None:
    assert len(find_unsafe(operation)) == 1


@pytest.mark.parametrize(
    "operation",
    [
        migrations.AddField("Song", "key", models.CharField(max_length=2, null=True)),
        migrations.AddField("Song", "key", models.CharField(max_length=2, db_default="")),
        migrations.AlterField("Song", "name", models.CharField(max_length=80)),
        migrations.AlterField("Song", "name", models.CharField(max_length=40, null=True)),
        migrations.SeparateDatabaseAndState(
            state_operations=[migrations.RemoveField("Song", "name")]
        ),
    ],
    ids=lambda operation: operation.describe(),
)
def test_accepts_a_compatible_migration(operation: Any) -> None:
    assert find_unsafe(operation) == []


def test_a_model_may_be_renamed_if_its_table_is_not() -> None:
    table = migrations.AlterModelTable("Song", "club_song")
    named = migrations.SeparateDatabaseAndState(state_operations=[table])

    assert find_unsafe(named, migrations.RenameModel("Song", "Tune")) == []


def test_accepts_any_column_of_a_new_table() -> None:
    table = migrations.CreateModel("Verse", [("id", models.BigAutoField(primary_key=True))])
    column = migrations.AddField("Verse", "text", models.TextField(default=""))

    assert find_unsafe(table, column) == []


def test_a_column_goes_once_a_released_version_did_without() -> None:
    gone = migrations.RemoveField("Song", "name")

    assert find_unsafe(gone, unused_since="0.2.0") == []
    assert len(find_unsafe(gone, unused_since="99.0.0")) == 1


def test_all_migrations_since_then_pass_and_older_ones_would_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert upgrades.main() == 0
    monkeypatch.setattr(upgrades, "FIRST_CHECKED", "0000")
    assert upgrades.main() == 1
