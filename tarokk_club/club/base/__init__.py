"""What every room uses: writes, errors, permissions, loaders, words, caches."""
