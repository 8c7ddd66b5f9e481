/**
 * The oldest supported browsers (docs/operations.md). `prerendered/recent-browser.ts` recognises older ones, and
 * `src/platform/device/older-browsers.ts` adds what these lack.
 */
export const MINIMUM = { chrome: 111, edge: 111, firefox: 115, safari: 16.4, safari_ios: 16.4 } as const

/** The same for Vite, which lowers the syntax. */
export const TARGET = ['chrome111', 'edge111', 'firefox115', 'safari16.4']
