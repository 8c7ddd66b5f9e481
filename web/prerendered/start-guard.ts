import { COUNTDOWN_MS, type EarlyPresses, HOLD_MS, outcomeOf, PRERENDERED_ID } from '../src/platform/early-presses.ts'
import { isTyped, plainState, removeGuardPage, render, showCountdown, showPlainPage, showReady, textOf } from './guard-page.ts'
import { giveSosAway, hasUnsentSos, onSosChange, sendSos, sendStoredSos, sosStage } from './guard-sos.ts'
import { isRecentBrowser } from './recent-browser.ts'
import { createStartWatch } from './start-watch.ts'
import { canReloadOnce, forgetReload } from './reload-marker.ts'
import { createProbe } from './file-probe.ts'

// This script is in index.html, before everything else that it could wait for. It watches the start of the application
// until that is on the screen, and sends an SOS if the start takes too long (decisions/0167).

/** Milliseconds from a press until the guard sends its SOS, unless a countdown ends later. */
const PRESS_MAX_MS = 3_000
/** Milliseconds from a tap until its countdown is shown. */
const COUNTDOWN_SHOWN_MS = 1_000
const TICK_MS = 1_000

const isTooOld = !isRecentBrowser()
const watch = createStartWatch()
const probe = createProbe(() => watch.progress())
let hasEnded = false
let pressTimer: number | undefined
let shownTimer: number | undefined

const presses: EarlyPresses = {
  recorded: [],
  onPress: null,
  isTooOld,
  record(press) {
    const { onPress } = presses
    if (onPress) return onPress(press)
    presses.recorded.push(press)
    followPress()
  },
  takeOver(adopt) {
    hasEnded = true
    clearInterval(ticker)
    clearPress()
    probe.stop()
    forgetReload()
    // A new press is an SOS of its own, if the one of the guard is sent.
    const isPressedAgain = outcomeOf(presses.recorded).type !== 'none' && sosStage() === 'sent'
    const giveAway = () => {
      removeGuardPage()
      const sos = giveSosAway()
      if (sos && !isPressedAgain) adopt(sos)
    }
    if (isTyped()) showReady(giveAway)
    else giveAway()
  },
}
window.earlyPresses = presses

function clearPress() {
  clearTimeout(pressTimer)
  clearTimeout(shownTimer)
}

/** Sends the SOS of the recorded presses in time, unless the application takes them over. */
function followPress() {
  clearPress()
  const outcome = outcomeOf(presses.recorded)
  if (outcome.type === 'none') return
  const raise = () => {
    if (hasEnded) return
    presses.recorded = []
    clearPress()
    sendSos()
    showCountdown(null)
  }
  const wait = (atMs: number) => Math.max(0, outcome.at + atMs - performance.now())
  if (outcome.type !== 'tap') {
    pressTimer = window.setTimeout(raise, wait(Math.max(HOLD_MS, PRESS_MAX_MS)))
    return
  }
  pressTimer = window.setTimeout(raise, wait(COUNTDOWN_MS))
  const cancel = () => {
    presses.recorded = []
    clearPress()
    showCountdown(null)
  }
  shownTimer = window.setTimeout(() => showCountdown({ sendNow: raise, cancel }), wait(COUNTDOWN_SHOWN_MS))
}

const isSomethingShown = () => {
  const shown = [PRERENDERED_ID, 'root'].map((id) => document.getElementById(id))
  return shown.some((element) => element !== null && element.childElementCount > 0)
}

/** Whether a reload would lose an SOS, its display or a typed text. */
const isInUse = () => presses.recorded.length > 0 || sosStage() !== 'none' || hasUnsentSos() || isTyped()

function tick() {
  if (hasEnded) return
  render() // a page without a body shows nothing
  if (isTooOld) return showTooOld()
  const next = watch.tick(isSomethingShown())
  if (next.probes) probe.start(pendingScript())
  if (next.isEmpty && plainState() === null) showPlainPage('loading')
  if (!next.isEmpty && plainState() === 'loading' && !isInUse()) removeGuardPage()
  if (!next.isOver || plainState() === 'failed') return
  probe.stop()
  if (!isInUse() && canReloadOnce()) {
    clearInterval(ticker) // the reload may take a while
    return location.reload()
  }
  showPlainPage('failed', watch.reason() || textOf('noReply'))
  sendStoredSos()
}

function showTooOld() {
  if (plainState() === 'old' || !document.body) return
  showPlainPage('old')
  sendStoredSos()
}

/** Returns the address of the first script that is still loading. */
function pendingScript(): string | null {
  const scripts = document.getElementsByTagName('script')
  for (let index = 0; index < scripts.length; index++) {
    const script = scripts[index]
    if (script && script.src && !watch.hasLoaded(script.src)) return script.src
  }
  return null
}

/** Counts each file of the application that has arrived, also those that scripts import. */
function observeFiles() {
  try {
    const observer = new PerformanceObserver((list) => {
      if (list.getEntries().some(({ name }) => name.indexOf('/assets/') >= 0)) watch.progress()
    })
    observer.observe({ entryTypes: ['resource'] })
  } catch {
    // The browser refuses it, or is too old. The `load` events of scripts remain.
  }
}

const isScript = (target: EventTarget | null): target is HTMLScriptElement =>
  target instanceof HTMLElement && target.tagName === 'SCRIPT'

document.addEventListener('load', ({ target }) => isScript(target) && watch.loaded(target.src), true) // not at the window
window.addEventListener(
  'error',
  (event) => {
    if (isScript(event.target)) return watch.failed(textOf('noFile') + event.target.src.replace(location.origin, ''))
    if (event instanceof ErrorEvent && event.filename.indexOf(location.origin) === 0) watch.failed(event.message)
  },
  true,
)
window.addEventListener('unhandledrejection', ({ reason }) => watch.failed(String((reason && reason.message) || reason)))
document.addEventListener('DOMContentLoaded', () => {
  watch.progress()
  if (isTooOld) showTooOld()
})
onSosChange(render)
observeFiles()
const ticker = window.setInterval(tick, TICK_MS)
