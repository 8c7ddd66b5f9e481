/** Milliseconds until the page reloads. */
const RELOAD_MS = 3_000

// The start script loads the application. If it failed to load, the page reloads.
if (!window.earlyPresses) setTimeout(() => window.location.reload(), RELOAD_MS)

export {}
