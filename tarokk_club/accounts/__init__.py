"""Accounts: sign-in, passkeys, rate limits, devices, passwords, language."""
