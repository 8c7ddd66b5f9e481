// Loaded with `--import` and `--expose-gc` before the server's own code: SIGUSR2 collects all garbage.
process.on('SIGUSR2', () => globalThis.gc?.())
