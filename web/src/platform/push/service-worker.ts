import { createObservable, useObservable } from '../observable.ts'
import { VERSION_CHECK_MS } from '../tuning.ts'
import { whenStarted } from '../when-idle.ts'

/**
 * The state of a new version that this page does not show yet. `waiting`: it is stored. `active`: another tab has
 * accepted it.
 */
export type NewVersion = 'waiting' | 'active'
/** The state of the stored application. `impossible`: this browser or this page has no service workers. */
export type ShellState = 'impossible' | 'storing' | 'stored'

interface State {
  readonly shell: ShellState
  readonly newVersion: NewVersion | null
}

/** Only secure pages have service workers. The development server has no service worker. */
const isPossible = (): boolean => import.meta.env.PROD && window.isSecureContext && 'serviceWorker' in navigator

const state = createObservable<State>({ shell: 'storing', newVersion: null })
let registration: ServiceWorkerRegistration | null = null

const setState = (change: Partial<State>) => state.set({ ...state.get(), ...change })

export const useShellState = (): ShellState => useObservable(state, ({ shell }) => shell)
export const useNewVersion = (): NewVersion | null => useObservable(state, ({ newVersion }) => newVersion)

function readRegistration() {
  if (!registration) return
  const { active, waiting } = registration
  setState({
    shell: active ? 'stored' : 'storing',
    ...(state.get().newVersion !== 'active' && { newVersion: active && waiting ? 'waiting' : null }),
  })
}

/** Checks whether the server has a new version. */
const checkVersion = () => void registration?.update().catch(() => undefined) // the server is unreachable

/**
 * Registers the service worker, which stores the application for a start without the server. It begins after the page
 * has started. Call it once.
 */
export function startServiceWorker(): void {
  if (!isPossible()) return setState({ shell: 'impossible' })
  const { serviceWorker } = navigator
  let hasController = serviceWorker.controller !== null
  serviceWorker.addEventListener('controllerchange', () => {
    // The first worker takes over the page that has registered it: it has the same version.
    if (hasController) setState({ newVersion: 'active' })
    hasController = true
  })
  whenStarted(() => void register())
}

async function register(): Promise<void> {
  try {
    registration = await navigator.serviceWorker.register('/service-worker.js', { updateViaCache: 'none' })
    const follow = () => registration?.installing?.addEventListener('statechange', readRegistration)
    registration.addEventListener('updatefound', follow)
    follow()
  } catch {
    return setState({ shell: 'impossible' }) // site data is blocked, or the certificate is not trusted
  }
  readRegistration()
  setInterval(checkVersion, VERSION_CHECK_MS)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') checkVersion()
  })
}

/**
 * Shows the new version: the worker that waits takes over, then the page reloads. Call it after the user has accepted
 * it.
 * @param mayReload is asked immediately before the reload. If it returns false, the new version remains offered.
 */
export function acceptNewVersion(mayReload: () => boolean): void {
  const reload = () => {
    if (mayReload()) window.location.reload()
  }
  if (state.get().newVersion === 'active') return reload()
  navigator.serviceWorker.addEventListener('controllerchange', reload, { once: true })
  registration?.waiting?.postMessage('skipWaiting')
}
