/** Milliseconds until the page reloads. */
const RELOAD_MS = 3_000

// The script of the frame loads the application. If it failed to load, the page reloads.
if (!window.earlyPresses) setTimeout(() => window.location.reload(), RELOAD_MS)

export {}
