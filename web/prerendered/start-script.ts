import '../src/platform/device/refused-features.ts'
import { type EarlyPress, PRERENDERED_ID } from '../src/platform/early-presses.ts'
import { holdPress } from '../src/platform/device/hold-press.ts'
import { preferredLanguage } from '../src/platform/language/preferred-language.ts'
import { readStored, storageKeys } from '../src/platform/session/storage.ts'
import { readEarlyRows } from '../src/platform/store/early-rows.ts'
import { afterFrame, showFeeds, showUnitName } from './early-content.ts'
import { earlyMessages, earlyTypes } from './early-types.ts'
import { PRERENDERED_DATA_ID, type PrerenderedData, prerenderedNameOf, screenKey, unpackScreen } from './prerendered-screens.ts'
import { storePresses, takeStoredPresses } from './stored-presses.ts'

// This script runs before the code of the application. It shows the prerendered screen and records presses of its SOS
// buttons.

/**
 * Fraction of the SOS tile that must be visible to hide the button of the bar, as in the application
 * (sos-tile-view.ts).
 */
const TILE_VISIBLE = 0.5
/** Max milliseconds that the code of the application waits for the paint of {@link content}. */
const CONTENT_MAX_MS = 250

const language = preferredLanguage(readStored(storageKeys.language), navigator.languages)
const isSignedIn = readStored(storageKeys.accessToken) !== null
const path = window.location.pathname
const name = prerenderedNameOf(path, isSignedIn)
const root = document.documentElement
root.lang = language
root.dataset['mantineColorScheme'] = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'

const presses = window.earlyPresses
if (!presses || presses.isTooOld) throw new Error('the browser is too old, or index.html has no guard')
for (const press of takeStoredPresses()) presses.record(press)

// The prerendered screen may be removed while the button is pressed: the release is recorded all the same.
const sosPress = holdPress({
  press: (button) => record('down', button),
  release: () => record('up'),
  tap: (button) => record('tap', button),
})

/** Whether the service worker has stored the code. */
const isStored = 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null
if (isSignedIn && isStored) window.earlyRows = readEarlyRows(earlyTypes(path), earlyMessages(path))
/** Resolves when the content of the server is painted or cannot be loaded, in a hidden page never. */
let content: Promise<unknown> = Promise.resolve()
const container = document.getElementById(PRERENDERED_ID)
// `as`: the build has written it (web/build/prerender-plugin.ts)
const data = JSON.parse(document.getElementById(PRERENDERED_DATA_ID)?.textContent ?? '') as PrerenderedData
try {
  if (container && name !== null) show(container, unpackScreen(data, `${name} ${isSignedIn ? 'user' : 'visitor'} ${language}`))
} finally {
  whenPainted(() => {
    loadApplication(data)
    preloadScreen(data)
  })
}
// A reload or a link must not lose an SOS that was not raised yet.
window.addEventListener('pagehide', () => {
  sosPress.release()
  if (!presses.onPress) storePresses(presses.recorded)
})
// A page that is restored from the back/forward cache takes its presses back, unless another page has taken them.
window.addEventListener('pageshow', ({ persisted }) => {
  if (persisted) for (const press of takeStoredPresses()) presses.record(press)
})

/**
 * Runs after the paint, because the code would compete with the styles and the content for the connection.
 * Code that the service worker has stored needs none.
 */
function whenPainted(run: () => void) {
  let hasRun = false
  const runOnce = () => {
    if (!hasRun) run()
    hasRun = true
  }
  if (name === null || isStored || document.hidden) return runOnce()
  const limit = new Promise((resolve) => void setTimeout(resolve, CONTENT_MAX_MS))
  afterFrame(() => void Promise.race([content, limit]).then(runOnce))
  document.addEventListener('visibilitychange', runOnce, { once: true }) // a page that is hidden before is not painted
}

/** Loads the code of the application. Each file runs as a task of its own. */
function loadApplication({ application, texts }: PrerenderedData) {
  const scripts = [texts[language].first, ...application].map((file) => {
    const script = document.createElement('script')
    script.type = 'module'
    script.async = false // keeps the order
    script.crossOrigin = ''
    script.fetchPriority = 'low'
    script.src = file
    return script
  })
  document.head.append(...scripts)
}

/** Preloads the code and the texts of the screen. */
function preloadScreen({ screens, texts }: PrerenderedData) {
  const files = screens[screenKey(path)]
  for (const file of files ? [texts[language].other, ...files] : []) {
    const link = document.createElement('link')
    link.rel = 'modulepreload'
    link.crossOrigin = ''
    link.fetchPriority = 'low'
    link.href = file
    document.head.append(link)
  }
}

function show(element: HTMLElement, markup: string) {
  const { onPointerDown, onKeyDown, onClick, onContextMenu } = sosPress.handlers
  element.innerHTML = markup
  const unit = element.querySelector<HTMLElement>('[data-unit-name]')
  const feeds = element.querySelector('[data-feeds]')
  // The application repeats a request that has failed.
  content = Promise.all([unit && showUnitName(unit), feeds && !isStored && showFeeds(feeds).catch(() => {})])
  // The application replaces these elements, and typed text would be lost. Until then only links and SOS buttons work.
  for (const form of element.querySelectorAll('form')) form.inert = true
  for (const input of element.querySelectorAll('input')) input.readOnly = true
  for (const button of element.querySelectorAll('button:not([data-sos])')) button.setAttribute('aria-disabled', 'true')
  const bar = element.querySelector<HTMLElement>('nav [data-sos]')
  if (bar && matchMedia('(min-width: 60em)').matches) bar.dataset['size'] = 'rail'
  if (presses?.recorded.length) for (const button of element.querySelectorAll<HTMLElement>('[data-sos]')) mark(button)
  if (isTileVisible(element.querySelector('main [data-sos]'))) bar?.parentElement?.remove()
  for (const button of element.querySelectorAll<HTMLElement>('[data-sos]')) {
    button.addEventListener('pointerdown', onPointerDown)
    button.addEventListener('keydown', onKeyDown)
    button.addEventListener('click', onClick)
    button.addEventListener('contextmenu', onContextMenu)
  }
}

function isTileVisible(tile: Element | null): boolean {
  if (!tile) return false
  const { top, height } = tile.getBoundingClientRect()
  const pane = tile.closest('main')?.getBoundingClientRect() ?? { top: 0, bottom: window.innerHeight }
  return top >= pane.top - height * TILE_VISIBLE && top + height * TILE_VISIBLE <= pane.bottom
}

/**
 * Marks a button as pressed. It stays marked after its release, because the SOS begins as soon as the code is loaded.
 */
function mark(button: HTMLElement) {
  for (const element of [button, ...button.querySelectorAll('svg')]) element.setAttribute('data-holding', '')
}

function record(type: EarlyPress['type'], button?: EventTarget | null) {
  if (button instanceof HTMLElement) mark(button)
  presses?.record({ type, at: performance.now() })
}
