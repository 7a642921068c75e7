"""manage.py serve: prepare the site and serve it until it is stopped."""

import argparse
import contextlib
import ctypes
import gc
import os
import resource
import signal
import socket
import sys
import threading
import time
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tarokk_club.database.file_permissions import create_private_folder, remove_foreign_permissions
from tarokk_club.env import ROOT, Environment, read_program_version
from tarokk_club.serving.background_jobs import run_daily_jobs, run_notice_sender
from tarokk_club.serving.named_book import BookError, read_named_book
from tarokk_club.serving.processes import WorkersError, choose_worker_count, prepare_shared_metrics
from tarokk_club.serving.start_faults import find_folder_fault, find_start_fault
from tarokk_club.system import print_message

if TYPE_CHECKING:
    from granian.server.mp import MPServer

# Maximum number of open connections, stalled ones included; further ones wait.
CONNECTIONS = 1000
# Higher than CONNECTIONS, because files and databases are open too.
OPEN_FILES = 4096
# Time limit and maximum size for a request's head; the site itself allows half of it.
HEAD_MILLISECONDS, HEAD_BYTES = 30_000, 64 * 1024
PAUSE = 0.02
# Seconds that a request waits for a connection to an unreachable server.
POOL_SECONDS = 5
# Shorter, because the main database can replace a replica.
REPLICA_SECONDS = 1
PR_SET_PDEATHSIG = 1
# Seconds until a worker loads the API, so that it does not delay the first pages.
API_DELAY = 2.0


def main(arguments: list[str]) -> int:
    """Serve the site and return the exit code."""
    options = _parse_options(arguments)
    problem = _find_option_problem(options)
    if problem:
        print_message(problem)
        return 1
    _set_start_environment(https=bool(options.cert))
    environment = Environment()
    if problem := _find_conflict(environment, options):
        print_message(problem)
        return 1
    try:
        count = choose_worker_count(environment)
    except WorkersError as error:
        print_message(str(error))
        return 1
    if problem := find_folder_fault(environment.var):
        print_message(problem)
        return 1
    create_private_folder(environment.var)
    remove_foreign_permissions(environment.var)
    if count > 1:
        prepare_shared_metrics(environment.var)
    if problem := _find_port_problem(environment.host, environment.port):
        print_message(problem)
        return 1
    return _serve_under_lock(environment, options, count) if _may_start(environment, options) else 1


def _parse_options(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="manage.py serve", description=__doc__)
    parser.add_argument("--cert", type=Path, help="certificate (PEM) to serve https with")
    parser.add_argument("--key", type=Path, help="private key (PEM) of the certificate")
    parser.add_argument(
        "--new", action="store_true", help="begin an empty book where the old one is gone"
    )
    parser.add_argument(
        "--new-key", action="store_true", help="make a new secret key where the old one is gone"
    )
    # Only for the help: the option is read earlier, for every command.
    parser.add_argument("--env-file", type=Path, help="settings instead of /etc/tarokk-club.env")
    return parser.parse_args(arguments)


def _find_option_problem(options: argparse.Namespace) -> str:
    if bool(options.cert) != bool(options.key):
        return "Give both --cert and --key, or neither."
    if not options.cert:
        return ""
    from tarokk_club.serving.certificates import find_certificate_fault

    return find_certificate_fault(options.cert, options.key)


def _find_conflict(environment: Environment, options: argparse.Namespace) -> str:
    if environment.debug:
        return "A served site shows nobody its inside. Start it without DEBUG."
    if environment.https and not options.cert and not environment.behind_proxy:
        # Every page would redirect to itself.
        return (
            "HTTPS=1 needs a proxy that speaks https, with BEHIND_PROXY=1, or a certificate: "
            "serve --cert CERT --key KEY."
        )
    return ""


def _set_start_environment(*, https: bool) -> None:
    """Set the environment variables by which the settings, also in workers, recognise `serve`."""
    if https:
        os.environ["HTTPS"] = "1"
    os.environ["TAROKK_COLLECTED"] = "1"
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tarokk_club.settings")


def _find_port_problem(host: str, port: int) -> str:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            return (
                f"Cannot listen on {host}, port {port}: {error.strerror}. "
                "Choose others with HOST and PORT."
            )
    return ""


def _may_start(environment: Environment, options: argparse.Namespace) -> bool:
    """Return whether there is a database to serve or to create; print the reason if not."""
    try:
        problem = find_start_fault(environment, new=options.new, new_key=options.new_key)
    except BookError as error:
        problem = str(error)
    if problem:
        print_message(problem)
    return not problem


def _serve_under_lock(environment: Environment, options: argparse.Namespace, count: int) -> int:
    """Serve while holding the lock that prevents a restore; return the exit code."""
    from tarokk_club.serving.serving_lock import hold_lock_as_node

    # The start creates no garbage, and the collector would take a quarter of its time.
    gc.disable()
    refused = threading.Event()

    def stop_serving() -> None:
        print_message("The book is being restored at this moment, so this node ends.")
        refused.set()
        os.kill(os.getpid(), signal.SIGTERM)

    with hold_lock_as_node(environment.port, stop_serving) as free:
        if not free:
            print_message(
                "The book is being restored at this moment. Start the site when that is done."
            )
            return 1
        code = _run_server(environment, options, count) if _prepare_site(environment) else 1
    return 1 if refused.is_set() else code


def _prepare_site(environment: Environment) -> bool:
    """Prepare the site; return whether it may be served."""
    import django

    from tarokk_club.serving import preparing

    print_message(f"Tarokk Club {read_program_version()}. Book: {read_named_book(environment)}")
    preparing.compile_catalogues()
    django.setup()
    from django.conf import settings

    from tarokk_club.club.people.queries.clubs import has_clubs
    from tarokk_club.club.privacy.erasure_list import update_erasure_list
    from tarokk_club.club.privacy.usecases.revoking import merge_revocations
    from tarokk_club.database.cluster import read_cluster_generation
    from tarokk_club.http.build_id import compute_build_id_from_content
    from tarokk_club.serving.bucket_advice import describe_stored_copies
    from tarokk_club.serving.health import is_shared_cache_up

    if not is_shared_cache_up():
        print_message(
            "The cache at CACHE_URL does not answer. Start it first, or leave CACHE_URL out."
        )
        return False
    preparing.migrate_database(print_message)
    preparing.collect_static(print_message)
    if not preparing.run_system_checks():
        return False
    # Nodes that serve the same database must use the same build id in cache keys.
    settings.BUILD = compute_build_id_from_content(ROOT, life=read_cluster_generation(settings.ENV))
    # For a worker that is not a fork of this process.
    os.environ["TAROKK_BUILD"] = settings.BUILD
    update_erasure_list()
    merge_revocations()
    if not has_clubs() and (hint := describe_stored_copies(environment)):
        print_message(hint)
    return True


def _run_server(environment: Environment, options: argparse.Namespace, count: int) -> int:
    from django.db import connections

    from tarokk_club.serving.greeting import build_greeting

    _raise_open_file_limit()
    server = _build_server(environment, options, count)
    lines = build_greeting(environment)
    if count > 1:
        # The workers share its memory.
        load_api()
    # A worker is a fork of this process and must not share its connection. It shares the memory
    # of the start, which the collector leaves alone.
    connections.close_all()
    gc.freeze()
    gc.enable()
    threading.Thread(target=_greet_when_open, args=(environment, lines), daemon=True).start()
    # At Ctrl-C the worker may end before granian stops it, which granian takes for an error.
    daily = run_daily_jobs(wanted=environment.backups)
    sender = run_notice_sender(wanted=environment.https or bool(environment.email_url))
    with daily, sender, contextlib.suppress(SystemExit):
        server.serve(target_loader=load_application)
    if not server.interrupt_signal:
        print_message("The server stopped because of a fault; LOG_LEVEL=DEBUG may tell more.")
        return 1
    print("Stopped.", flush=True)
    return 0


def _raise_open_file_limit() -> None:
    """Raise the limit of open files to the site's need, or to the system's maximum."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = OPEN_FILES if hard == resource.RLIM_INFINITY else min(OPEN_FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def _greet_when_open(environment: Environment, lines: list[str]) -> None:
    """Print the greeting as soon as the site accepts connections."""
    where = (environment.find_local_host(), environment.port)
    while True:
        try:
            socket.create_connection(where, timeout=1).close()
        except OSError:
            time.sleep(PAUSE)
        else:
            print("\n".join(lines), flush=True)
            return


def _build_server(environment: Environment, options: argparse.Namespace, count: int) -> "MPServer":
    from granian.constants import HTTPModes, Interfaces, SSLProtocols
    from granian.http import HTTP1Settings
    from granian.server.mp import MPServer

    return MPServer(
        "tarokk_club.rsgi:application",
        address=environment.host,
        port=environment.port,
        interface=Interfaces.RSGI,
        # One on SQLite, which has a single writer; more if database and cache are shared.
        workers=count,
        http1_settings=HTTP1Settings(
            header_read_timeout=HEAD_MILLISECONDS, max_buffer_size=HEAD_BYTES
        ),
        backpressure=CONNECTIONS,
        websockets=False,
        # Django's cookie headers begin with a space, which HTTP/2 does not allow.
        http=HTTPModes.http1,
        respawn_failed_workers=True,
        workers_kill_timeout=10,
        ssl_cert=options.cert,
        ssl_key=options.key,
        ssl_protocol_min=SSLProtocols.tls12,
        log_enabled=False,
    )


def load_application(target: str) -> Any:
    """Load the site in a worker, and make the worker end with its parent process."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    from granian._internal import load_target

    application = load_target(target)
    _configure_connection_pool()
    loading = threading.Timer(API_DELAY, load_api)
    loading.daemon = True
    loading.start()
    return application


def load_api() -> None:
    """Load the endpoints of the API, so that no program waits for them.

    The collector leaves them alone, like all that the start has loaded.
    """
    import_module("tarokk_club.club.api.views.openapi")
    gc.freeze()


def _configure_connection_pool() -> None:
    """Configure a pool with as many PostgreSQL connections as this worker has threads.

    It is not created in the parent process, because a pool does not survive a fork.
    """
    from django.conf import settings

    from tarokk_club.rsgi import THREADS

    for alias, database in settings.DATABASES.items():
        if not database["ENGINE"].endswith("postgresql"):
            continue
        seconds = POOL_SECONDS if alias == "default" else REPLICA_SECONDS
        database["CONN_MAX_AGE"] = 0
        database["OPTIONS"]["pool"] = {
            "min_size": 1,
            "max_size": THREADS,
            "timeout": seconds,
            "reconnect_timeout": seconds,
        }
