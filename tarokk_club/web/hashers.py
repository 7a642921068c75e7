"""Password hashing that a small machine can carry."""

import threading

from django.contrib.auth.hashers import Argon2PasswordHasher

_one_at_a_time = threading.Lock()


class ClubArgon2Hasher(Argon2PasswordHasher):
    """Argon2id at 19 MiB, 2 passes, 1 lane; one at a time, so that logins cannot eat the box."""

    time_cost = 2
    memory_cost = 19 * 1024
    parallelism = 1

    def encode(self, password: str, salt: str) -> str:
        """Hash a password."""
        with _one_at_a_time:
            return super().encode(password, salt)

    def verify(self, password: str, encoded: str) -> bool:
        """Whether the password belongs to the hash."""
        with _one_at_a_time:
            return super().verify(password, encoded)
