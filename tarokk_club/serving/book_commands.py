"""Commands by their use of a database: they need one, create one, or need none."""

# Commands that read or change an existing database and never create one.
NEED_BOOK = frozenset(
    {
        "account_unsetmultipleprimaryemails",
        "audit_ledger",
        "backup",
        "changepassword",
        "clearsessions",
        "clubs",
        "createcachetable",
        "createsuperuser",
        "daily",
        "dbshell",
        "dumpdata",
        "export_club",
        "export_session",
        "flush",
        "import_club",
        "import_session",
        "inspectdb",
        "loaddata",
        "move_book",
        "notices",
        "operator",
        "rate",
        "remove_stale_contenttypes",
        "runserver",
        "shell",
        "showmigrations",
        "sqlflush",
        "sqlmigrate",
        "tidy",
    }
)
# Commands that create or restore a database.
BEGIN_BOOK = frozenset({"demo", "migrate", "restore", "serve"})
# Commands about the program or about another file.
NO_BOOK = frozenset(
    {
        "backups",
        "bench",
        "check",
        "check_backup",
        "collectstatic",
        "compilemessages",
        "diffsettings",
        "findstatic",
        "help",
        "lint",
        "makemessages",
        "makemigrations",
        "materials",
        "messages",
        "mutants",
        "optimizemigration",
        "papers",
        "permissions",
        "pins",
        "score",
        "sendtestemail",
        "settings",
        "sqlsequencereset",
        "squashmigrations",
        "startapp",
        "startproject",
        "test",
        "testserver",
        "torture",
        "ux",
        "version",
    }
)
# Commands before which the database is migrated and catalogues are compiled.
UPDATED_FIRST = frozenset(
    {
        "audit_ledger",
        "clubs",
        "demo",
        "export_club",
        "export_session",
        "import_club",
        "import_session",
        "operator",
        "rate",
        "tidy",
    }
)
_EXPLAINING = frozenset({"-h", "--help", "--version"})


def only_asks_for_help(name: str, arguments: list[str]) -> bool:
    """Return whether the arguments only ask for help or a version."""
    return name in {"help", "version"} or not _EXPLAINING.isdisjoint({name, *arguments})
