/**
 * Removes the features of the browser that it has and refuses, as Firefox does with blocked site data: an access throws.
 * The rest of the code then sees a browser without them. It runs before all other code (decisions/0168).
 */

/** A feature that the start uses, and an access that throws if the browser refuses it. */
interface Feature {
  readonly name: string
  readonly access: () => unknown
}

const ofWindow: readonly Feature[] = [
  { name: 'BroadcastChannel', access: () => new BroadcastChannel('probe').close() },
  { name: 'indexedDB', access: () => window.indexedDB },
  { name: 'caches', access: () => window.caches },
  { name: 'Notification', access: () => Notification.permission },
  { name: 'PushManager', access: () => Reflect.get(window, 'PushManager') },
  { name: 'AudioContext', access: () => Reflect.get(window, 'AudioContext') },
  { name: 'requestIdleCallback', access: () => window.requestIdleCallback?.(() => {}) },
]
const ofNavigator: readonly Feature[] = [
  { name: 'serviceWorker', access: () => navigator.serviceWorker.controller },
  { name: 'locks', access: () => navigator.locks.request },
  { name: 'permissions', access: () => navigator.permissions.query },
  { name: 'geolocation', access: () => navigator.geolocation.getCurrentPosition },
  { name: 'mediaDevices', access: () => navigator.mediaDevices.ondevicechange },
  { name: 'storage', access: () => navigator.storage.estimate },
  { name: 'wakeLock', access: () => navigator.wakeLock?.request },
  { name: 'mediaSession', access: () => navigator.mediaSession.setActionHandler },
  { name: 'userActivation', access: () => navigator.userActivation?.hasBeenActive },
]

function removeRefused(holders: readonly object[], { name, access }: Feature) {
  try {
    if (holders.some((holder) => name in holder)) access()
  } catch {
    for (const holder of holders) Reflect.deleteProperty(holder, name)
  }
}

/** Does what `matchMedia` does where no query matches. Libraries call it without a check. */
class NoMatch extends EventTarget implements MediaQueryList {
  readonly matches = false
  readonly media: string
  readonly onchange = null
  constructor(media: string) {
    super()
    this.media = media
  }
  addListener() {}
  removeListener() {}
}

function replaceMatchMedia() {
  try {
    matchMedia('all')
  } catch {
    window.matchMedia = (media) => new NoMatch(media)
  }
}

/** Does what an observer does that never reports. */
class NoReports {
  observe() {}
  unobserve() {}
  disconnect() {}
  takeRecords(): [] {
    return []
  }
}

function replaceObserver(name: 'IntersectionObserver' | 'ResizeObserver') {
  try {
    new window[name](() => {}).disconnect()
  } catch {
    Reflect.set(window, name, NoReports)
  }
}

/** A script of a page has both; tests of single functions have none. */
if (typeof window !== 'undefined' && typeof Navigator !== 'undefined') {
  for (const feature of ofWindow) removeRefused([window], feature)
  for (const feature of ofNavigator) removeRefused([navigator, Navigator.prototype], feature)
  replaceMatchMedia()
  replaceObserver('IntersectionObserver')
  replaceObserver('ResizeObserver')
}
