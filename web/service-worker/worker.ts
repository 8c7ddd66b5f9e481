import { drainInSync, drainOutbox, isOutboxTag, type SyncEvent } from './drain-outbox.ts'
import { handleNotificationClick } from './notification-click.ts'
import { isMapFont, mapFont } from './map-fonts.ts'
import { isPage } from './pages.ts'
import { handlePush } from './push-event.ts'
import { renewSubscription, type SubscriptionChange } from './renew-subscription.ts'
import { createShellCache } from './shell-cache.ts'
import type { ShellList } from './shell-list.ts'

declare const self: ServiceWorkerGlobalScope
declare const SHELL: ShellList

/** Static routes, which some browsers lack. */
interface RoutingEvent extends ExtendableEvent {
  addRoutes?(rules: { condition: { urlPattern: string }; source: 'network' }[]): Promise<void>
}

const shell = createShellCache(SHELL, async () => {
  if (self.registration.installing || self.registration.waiting) return false
  // Another window may still have the previous version.
  return (await self.clients.matchAll({ type: 'window', includeUncontrolled: true })).length <= 1
})

self.addEventListener('install', (event: RoutingEvent) => {
  // An SOS does not wait for the start of this worker.
  const network = ['/backend/*', '/socket.io/*', '/map/basemap.pmtiles', '/map/streets/*'].map((urlPattern) => ({
    condition: { urlPattern },
    source: 'network' as const,
  }))
  event.waitUntil(Promise.all([shell.fill(), event.addRoutes?.(network)]))
})

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

// The user has accepted the new version. It never replaces the old one automatically.
self.addEventListener('message', (event) => {
  if (event.data === 'skipWaiting') event.waitUntil(self.skipWaiting())
})

// TypeScript does not declare this event, which only Chromium has.
self.addEventListener('sync', (event) => {
  const sync = event as SyncEvent
  if (isOutboxTag(sync.tag)) sync.waitUntil(drainInSync())
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (request.mode !== 'navigate') {
    if (shell.hasFile(pathname)) event.respondWith(shell.file(request))
    else if (isMapFont(pathname)) event.respondWith(mapFont(request))
  } else if (isPage(pathname)) {
    event.respondWith(shell.page(request))
    event.waitUntil(shell.renewPage().then(shell.deleteOthers))
  }
})

self.addEventListener('push', (event) => event.waitUntil(Promise.allSettled([handlePush(event), drainOutbox()])))
self.addEventListener('notificationclick', (event) => event.waitUntil(handleNotificationClick(event)))
self.addEventListener('pushsubscriptionchange', (event: SubscriptionChange) => event.waitUntil(renewSubscription(event)))
