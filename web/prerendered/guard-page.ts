import type { PlainPageKey } from '@noroshi/contract/alerts/plain-page.messages'
import { ALERT_TEXT_MAX } from '@noroshi/contract/limits'
import texts from 'virtual:texts-plainPage'
import { preferredLanguage } from '../src/platform/language/preferred-language.ts'
import { readStored, storageKeys } from '../src/platform/session/storage.ts'
import { STYLE, unblockStyles } from './guard-style.ts'
import { isSosLocated, sendSos, sosReply, sosStage } from './guard-sos.ts'

// The plain page with an SOS form, and the panel with the state of an SOS. Both need nothing but this script.

/** The state of the application that the plain page names. */
export type PlainState = 'loading' | 'failed' | 'old' | 'ready'

type Key = PlainPageKey extends `plainPage.${infer Name}` ? Name : never
/** Called when a countdown is ended by its buttons. */
interface Countdown {
  readonly sendNow: () => void
  readonly cancel: () => void
}

/** Max characters of the field for the location. */
const LOCATION_MAX = 200

let state: PlainState | null = null
let reason = ''
let onOpen = () => {}
let countdown: Countdown | null = null
let page: ReturnType<typeof create> | null = null

const language = preferredLanguage(readStored(storageKeys.language), navigator.languages || [navigator.language])
export const textOf = (key: Key): string => texts[language][`plainPage.${key}`]

export const plainState = (): PlainState | null => state
export const isTyped = (): boolean => page !== null && (page.text.value !== '' || page.location.value !== '')

/** Shows the plain page, or changes what it says. Texts that the user has typed stay. */
export function showPlainPage(next: PlainState, why = ''): void {
  state = next
  reason = why
  render()
}

/** Says on the plain page that the application is ready. @param open called when the user wants to see it */
export function showReady(open: () => void): void {
  onOpen = open
  showPlainPage('ready')
}

/** Shows the panel of a countdown; null ends it. */
export function showCountdown(next: Countdown | null): void {
  countdown = next
  render()
}

/** Removes the page and the panel. */
export function removeGuardPage(): void {
  state = null
  countdown = null
  if (page && page.root.parentNode) page.root.parentNode.removeChild(page.root)
  page = null
}

/** Renders the page or the panel in its present state. Elements stay, so that typing and screen readers are not disturbed. */
export function render(): void {
  if (state === null && countdown === null && sosStage() === 'none') return removeGuardPage()
  if (!document.body) return
  page = page || create(document.body)
  const { root, title, about, form, open, again, cause } = page
  root.className = state === null ? '' : 'page'
  for (const element of [title, about, form]) element.hidden = state === null
  setText(about, state === null ? '' : textOf(state))
  open.hidden = state !== 'ready'
  again.hidden = state !== 'failed'
  cause.hidden = reason === ''
  setText(cause, textOf('reason') + reason)
  renderSos(page)
  if (state === null) return
  document.documentElement.lang = language
  unblockStyles()
}

function create(body: HTMLElement) {
  const root = document.createElement('div')
  root.id = 'guard'
  root.lang = language
  root.setAttribute('role', 'region')
  root.setAttribute('aria-label', textOf('title'))
  body.insertBefore(root, body.firstChild) // before what it hides
  element('style', root, STYLE)
  const box = element('div', root)
  const title = element('h1', box, textOf('title'))
  const about = element('p', box)
  about.setAttribute('role', 'alert')
  const status = element('p', box)
  status.setAttribute('role', 'status')
  status.tabIndex = -1
  const actions = element('div', box)
  const form = element('form', box)
  const text = field(form, 'text', document.createElement('textarea'), ALERT_TEXT_MAX - LOCATION_MAX - 1)
  const location = field(form, 'location', document.createElement('input'), LOCATION_MAX)
  element('button', form, textOf('send')).className = 'sos'
  form.onsubmit = (event) => {
    event.preventDefault()
    const parts = [text.value.trim(), location.value.trim()]
    sendSos(parts.filter((part) => part !== '').join('\n'))
    text.value = ''
    location.value = ''
  }
  const open = button(box, 'open', () => onOpen())
  const again = button(box, 'again', () => window.location.reload())
  const cause = element('small', box)
  return { root, title, about, status, actions, form, text, location, open, again, cause, kind: '' }
}

function renderSos(shown: NonNullable<typeof page>) {
  const { status, actions } = shown
  const stage = sosStage()
  const reply = stage === 'sent' ? sosReply() : null
  const text = stage === 'sending' || stage === 'kept' ? textOf(stage) : ''
  setText(status, countdown ? textOf('countdown') : reply ? outcomeText(reply.recipientCount) : text)
  const kind = countdown ? 'countdown' : stage
  if (kind === shown.kind) return
  shown.kind = kind
  const isFocused = actions.contains(document.activeElement)
  while (actions.firstChild) actions.removeChild(actions.firstChild)
  if (isFocused) status.focus()
  if (countdown) {
    const { sendNow, cancel } = countdown
    button(actions, 'sendNow', sendNow).className = 'sos'
    button(actions, 'cancel', cancel)
  } else if (reply && state !== 'old') {
    const link = element('a', actions, textOf('open'))
    link.setAttribute('href', `/alerts/${reply.id}/messages/${reply.alertMessageThread.MessageThreadId}`)
  } else if (stage === 'kept') button(actions, 'sendNow', () => sendSos())
}

function outcomeText(recipientCount: number): string {
  const sent = textOf(recipientCount === 1 ? 'sentToOne' : 'sentToMany').replace('{count}', String(recipientCount))
  return `${sent} ${textOf(isSosLocated() ? 'withLocation' : 'withoutLocation')}`
}

/** A live region is announced when its text changes. */
function setText(element: HTMLElement, text: string) {
  if (element.textContent !== text) element.textContent = text
}

function field<Input extends HTMLTextAreaElement | HTMLInputElement>(
  form: HTMLElement,
  key: Key,
  input: Input,
  maxLength: number,
): Input {
  const label = element('label', form, textOf(key))
  input.maxLength = maxLength
  label.appendChild(input)
  return input
}

function button(box: HTMLElement, key: Key, press: () => void): HTMLButtonElement {
  const added = element('button', box, textOf(key))
  added.type = 'button'
  added.onclick = press
  return added
}

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  parent: HTMLElement,
  text = '',
): HTMLElementTagNameMap[Name] {
  const created = document.createElement(name)
  if (text !== '') created.textContent = text
  parent.appendChild(created)
  return created
}
