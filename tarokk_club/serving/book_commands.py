"""Which commands need a book, and which work without one; each command is in one of the two."""

# They read or change a book: where there is none they make none.
NEED_BOOK = frozenset(
    {
        "account_unsetmultipleprimaryemails",
        "audit_ledger",
        "backup",
        "changepassword",
        "clearsessions",
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
# They begin a book or bring one back.
BEGIN_BOOK = frozenset({"demo", "migrate", "restore", "serve"})
# They are about the program or about another file.
NO_BOOK = frozenset(
    {
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
WITHOUT_BOOK = BEGIN_BOOK | NO_BOOK
# Tables and catalogues are brought up to date before these run.
UPDATED_FIRST = frozenset(
    {
        "audit_ledger",
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


def only_explains(name: str, arguments: list[str]) -> bool:
    """Return whether a call asks for help or a version and does nothing."""
    return name in {"help", "version"} or not _EXPLAINING.isdisjoint({name, *arguments})
