import { ALERT_TOKEN_HEADER, API_BASE } from '@noroshi/contract/addresses'
import type { EarlySos } from '../src/platform/early-presses.ts'
import { newId } from '../src/platform/ids.ts'
import { readStored, storageKeys, storagePrefixes, storedKeys, writeStored } from '../src/platform/session/storage.ts'

// Sends an SOS without the application. Browsers of 2017 run it: XMLHttpRequest, no async functions.

/** Milliseconds without a reply after which the SOS is sent again. A repetition has the same client id. */
const TIMEOUT_MS = 8_000
/** Max milliseconds between two attempts. */
const PAUSE_MAX_MS = 8_000
const GEOLOCATION = { enableHighAccuracy: true, maximumAge: 30_000 }

/** The fields of the reply that are shown. */
interface Reply {
  readonly id: string
  readonly recipientCount: number
  readonly alertMessageThread: { readonly MessageThreadId: string }
  readonly alertToken?: string
}

/** `kept`: at least one attempt has failed, and the next one follows. */
export type SosStage = 'none' | 'sending' | 'kept' | 'sent'

let sos: EarlySos | null = null
let reply: Reply | null = null
let stage: SosStage = 'none'
let attempts = 0
let timer: number | undefined
let onChange = () => {}
let isGivenAway = false
/** Whether the server has the location of the SOS. */
let isLocated = false

export const sosStage = (): SosStage => stage
export const sosReply = (): Reply | null => reply
export const isSosLocated = (): boolean => isLocated
/** Whether this device has an SOS that the server has not acknowledged: of this page, or stored by an earlier one. */
export const hasUnsentSos = (): boolean => isUnsent() || unsentRecords().length > 0
const isUnsent = () => stage === 'sending' || stage === 'kept'
/** Calls the listener when the stage, the reply or the location has changed. */
export function onSosChange(listener: () => void): void {
  onChange = listener
}

/**
 * Sends an SOS now, or adds a text to the one that is not sent yet. After that one is sent, the next has an id of its own:
 * the server joins it to an active alert of the last minutes, and a resolved alert takes no text.
 */
export function sendSos(textContent = ''): void {
  const { latitude = null, longitude = null, accuracy = null, locatedAt = null } = sos || {}
  const unsent = isUnsent() ? sos : null
  sos = {
    clientId: unsent ? unsent.clientId : newId(),
    createdAt: unsent ? unsent.createdAt : new Date().toISOString(),
    latitude,
    longitude,
    accuracy,
    locatedAt,
    textContent: [unsent ? unsent.textContent : '', textContent].filter((part) => part !== '').join('\n'),
    isRaised: false,
  }
  isLocated = false
  setStage(unsent ? stage : 'sending')
  send()
  locate()
}

/** Sends the newest SOS that an earlier page has stored. */
export function sendStoredSos(): void {
  const records = unsentRecords()
  const stored = records[records.length - 1]
  if (!stored || stage !== 'none') return
  sos = stored
  setStage('sending')
  send()
}

/** Ends the attempts: the application sends the SOS from now on. Returns the SOS of this page. */
export function giveSosAway(): EarlySos | null {
  isGivenAway = true
  clearTimeout(timer)
  if (sos) store(null)
  return sos
}

function send() {
  if (!sos || isGivenAway) return
  clearTimeout(timer)
  if (stage !== 'sent') store(sos) // otherwise only a newer location is unsent
  const { clientId, latitude, longitude, accuracy, textContent } = sos
  const request = new XMLHttpRequest()
  request.open('POST', `${API_BASE}/alerts`)
  request.timeout = TIMEOUT_MS
  request.setRequestHeader('content-type', 'application/json')
  const token = readStored(storageKeys.accessToken)
  if (token !== null) request.setRequestHeader('authorization', `Bearer ${token}`)
  const alertToken = newestToken()
  if (alertToken) request.setRequestHeader(ALERT_TOKEN_HEADER, alertToken)
  request.onloadend = () => receive(request, clientId, latitude !== null)
  const textOf = (value: number | null) => (value === null ? null : String(value))
  request.send(JSON.stringify({ clientId, latitude: textOf(latitude), longitude: textOf(longitude), accuracy, textContent }))
}

function receive(request: XMLHttpRequest, clientId: string, hasLocation: boolean) {
  if (isGivenAway || !sos || sos.clientId !== clientId) return
  try {
    if (request.status !== 200 && request.status !== 201) throw new Error(`status ${request.status}`)
    const received = JSON.parse(request.responseText) as Reply // `as`: the reply of `alertRoutes.raise`
    if (!received.id) throw new Error('no id')
    reply = received
    isLocated = isLocated || hasLocation
    if (received.alertToken !== undefined) storeToken(received.id, received.alertToken)
    store(null)
    attempts = 0
    setStage('sent')
  } catch {
    attempts++
    timer = window.setTimeout(send, Math.min(PAUSE_MAX_MS, 1_000 * attempts))
    if (stage !== 'sent') setStage('kept')
  }
}

/** Sends the location when the browser gives it: the server takes the newer one for the same client id. */
function locate() {
  try {
    navigator.geolocation.getCurrentPosition(
      ({ coords, timestamp }) => {
        if (!sos || isGivenAway) return
        const { latitude, longitude, accuracy } = coords
        sos = { ...sos, latitude, longitude, accuracy, locatedAt: timestamp }
        send()
      },
      () => {},
      GEOLOCATION,
    )
  } catch {
    // The page is not secure, or the browser has no location.
  }
}

function setStage(next: SosStage) {
  stage = next
  onChange()
}

/** Stores the unsent SOS where the application adopts it at its next start. */
function store(unsent: EarlySos | null) {
  const others = storedRecords().filter(({ clientId }) => !sos || clientId !== sos.clientId)
  const records = unsent ? others.concat(unsent) : others
  writeStored(storageKeys.unsentSos, records.length > 0 ? JSON.stringify(records) : null)
}

function storedRecords(): EarlySos[] {
  try {
    const records: unknown = JSON.parse(readStored(storageKeys.unsentSos) || '[]')
    return Array.isArray(records) ? records : []
  } catch {
    return []
  }
}

/** The SOS that earlier pages have stored, without the one that this page has sent. The newest is the last. */
function unsentRecords(): EarlySos[] {
  const sentId = stage === 'sent' && sos ? sos.clientId : null
  return storedRecords()
    .concat(outboxRecords())
    .filter(({ clientId }) => clientId !== sentId)
    .sort((one, other) => (one.createdAt < other.createdAt ? -1 : 1))
}

/** The fields of an entry of the outbox (platform/outbox/entry.ts) that is an SOS. */
interface SosEntry {
  readonly id: string
  readonly kind: string
  readonly payload: Omit<EarlySos, 'clientId' | 'textContent' | 'isRaised'> & { readonly isRaised: boolean }
  readonly refusal: unknown
  readonly reply?: unknown
}

/** The SOS of the outbox, from their copies in local storage. The application sends them with the same client id. */
function outboxRecords(): EarlySos[] {
  const records: EarlySos[] = []
  storedKeys(storagePrefixes.unsent).forEach((key) => {
    try {
      const { id, kind, payload, refusal, reply } = JSON.parse(readStored(key) || '') as SosEntry // `as`: written by the outbox
      if (kind !== 'sos' || payload.isRaised || refusal || reply) return
      records.push({ textContent: '', ...payload, isRaised: false, clientId: id })
    } catch {
      // It is no entry that this version can send.
    }
  })
  return records
}

function storedTokens(): Record<string, string> {
  try {
    return JSON.parse(readStored(storageKeys.alertTokens) || '{}')
  } catch {
    return {}
  }
}

/** Returns the token of the newest alert of this device. Ids sort by time. */
function newestToken(): string | undefined {
  const tokens = storedTokens()
  const ids = Object.keys(tokens).sort()
  return tokens[ids[ids.length - 1] || '']
}

function storeToken(id: string, token: string) {
  const tokens = storedTokens()
  tokens[id] = token
  writeStored(storageKeys.alertTokens, JSON.stringify(tokens))
}
