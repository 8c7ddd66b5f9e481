import type { Feed } from '@noroshi/contract/feeds/feeds.http'
import { accessToken } from '../../platform/session/session.ts'

declare global {
  interface Window {
    /** The feeds that the start script shows (web/prerendered), and the access token of their request. */
    earlyFeeds?: { readonly token: string | null; readonly feeds: readonly Feed[] }
  }
}

/** Returns the feeds of the prerendered screen, which the list shows until its own request is answered. */
export const earlyFeeds = (): readonly Feed[] | undefined =>
  window.earlyFeeds?.token === accessToken() ? window.earlyFeeds.feeds : undefined

/** Removes the feeds of the prerendered screen, because the request of the list was answered. */
export function removeEarlyFeeds(): void {
  delete window.earlyFeeds
}
