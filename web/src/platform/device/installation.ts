import { useSyncExternalStore } from 'react'
import { currentLanguage, onLanguage } from '../language/i18n.ts'
import { manifestName } from '../manifest-name.ts'
import { createEmitter } from '../observable.ts'

/**
 * `offered`: the browser can install the application by {@link install}. `manual`: the user installs it in the
 * browser's menu.
 */
export type Installation = 'installed' | 'offered' | 'manual'

/** The event of Chromium, which TypeScript does not declare. */
interface InstallPromptEvent extends Event {
  prompt(): Promise<unknown>
}

let offer: InstallPromptEvent | null = null
let wasInstalled = false

const standalone = () => window.matchMedia('(display-mode: standalone)')

/** Whether this window is the installed application. Safari before 17.4 reports it by a property of its own. */
export const isInstalledWindow = (): boolean =>
  standalone().matches || ('standalone' in navigator && navigator.standalone === true)

const installation = (): Installation => {
  if (wasInstalled || isInstalledWindow()) return 'installed'
  return offer ? 'offered' : 'manual'
}

const changes = createEmitter()

export const useInstallation = (): Installation => useSyncExternalStore(changes.subscribe, installation)

/**
 * Watches the browser's offer to install the application, which it makes only once. Call it once, before the first
 * render and after the language is known.
 */
export function startInstallation(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault() // the device check has a button for it
    offer = event as InstallPromptEvent // `as`: the type of this event
    changes.emit()
  })
  window.addEventListener('appinstalled', () => {
    offer = null
    wasInstalled = true
    changes.emit()
  })
  standalone().addEventListener('change', () => changes.emit())
  linkManifest()
  onLanguage(linkManifest)
}

/** Asks the user of the browser to install the application. The browser accepts one question for each offer. */
export async function install(): Promise<void> {
  const event = offer
  offer = null
  await event?.prompt()
  changes.emit()
}

/** Links the manifest of the language of the page, whose texts the installed application shows. */
function linkManifest() {
  const link = document.querySelector<HTMLLinkElement>('link[rel=manifest]')
  const path = `/${manifestName(currentLanguage())}`
  if (link && link.getAttribute('href') !== path) link.setAttribute('href', path)
}
