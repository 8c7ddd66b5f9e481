import { useSyncExternalStore } from 'react'
import { z } from 'zod'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { alertTokens, storeAlertToken } from '../../platform/alert-tokens.ts'
import { accuracyAt, type Fix } from '../../platform/fix.ts'
import { coordinatesOfSos } from '../../platform/coordinates.ts'
import { call } from '../../platform/http.ts'
import { createEmitter } from '../../platform/observable.ts'
import { isOwnEntry, type TypedEntry } from '../../platform/outbox/entry.ts'
import { outbox } from '../../platform/outbox/outbox.ts'
import { readStored, storageKeys, writeStored } from '../../platform/storage.ts'
import type { Delivery, RaiseReply } from './raise.machine.ts'

/** Milliseconds after which an attempt without a reply fails. A repetition is harmless, since it has the same client id. */
const ATTEMPT_MS = 8_000

const Sos = z.object({
  createdAt: z.string(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  /** Metres, at `locatedAt`. */
  accuracy: z.number().nullable(),
  /** When the device found the location, by its clock in milliseconds; null: when the SOS was raised. */
  locatedAt: z.number().nullable().default(null),
  /** The server has the SOS; only a newer location is unsent. */
  isRaised: z.boolean(),
})
type Sos = z.infer<typeof Sos>
type SosEntry = TypedEntry<Sos>

/** Its second argument contains the client id of the SOS. */
const acknowledged = createEmitter<[reply: RaiseReply, sos: Sos & { readonly clientId: string }]>()
type Resolver = (reply: RaiseReply | null) => void
const resolvers = new Map<string, Resolver[]>()

const resolve = (clientId: string, reply: RaiseReply | null) => {
  for (const resolver of resolvers.get(clientId) ?? []) resolver(reply)
  resolvers.delete(clientId)
}

/** The token of the newest alert of this device. By the token the server adds a second SOS to the same alert. */
function newestToken(): string | undefined {
  const tokens = alertTokens()
  const newest = Object.keys(tokens).reduce((latest, id) => (id > latest ? id : latest), '') // ids sort by time
  return tokens[newest]
}

/** The accuracy at the time of sending. A location that waited with its SOS becomes less accurate with its age. */
const accuracyOf = ({ latitude, accuracy, locatedAt, createdAt }: Sos): number | null =>
  latitude === null ? null : accuracyAt({ accuracy, at: locatedAt ?? new Date(createdAt).getTime() }, Date.now())

async function post({ id, payload }: SosEntry, signal: AbortSignal): Promise<RaiseReply> {
  const { latitude, longitude } = payload
  const response = await call(alertRoutes.raise, {
    body: { clientId: id, ...coordinatesOfSos({ latitude, longitude }), accuracy: accuracyOf(payload), textContent: '' },
    alertToken: newestToken(),
    timeoutMs: ATTEMPT_MS,
    keepalive: true,
    signal,
  })
  // The reply is validated here, because the sign-in page of a Wi-Fi answers any request with 200.
  const reply = alertRoutes.raise.reply.parse(response)
  if (reply.alertToken !== undefined) storeAlertToken(reply.id, reply.alertToken)
  return reply
}

const queue = outbox.register<Sos, RaiseReply>({
  kind: 'sos',
  payload: Sos,
  isUrgent: true,
  isRefusal: () => false, // an SOS is repeated after any error until the server acknowledges it
  send: (entry, { signal }) => post(entry, signal),
  onSent: (reply, sent) => {
    const { id, payload } = sent
    const current = find(id)
    if (current && current.locatedAt !== payload.locatedAt) save(id, { ...current, isRaised: true }) // a newer location: send it too
    if (isOwnEntry(sent) && !payload.isRaised) acknowledged.emit(reply, { ...payload, clientId: id })
    resolve(id, reply)
  },
  onPostponed: ({ id }) => resolve(id, null),
})

const find = (clientId: string) => queue.entries().find(({ id }) => id === clientId)?.payload

const save = (id: string, payload: Sos) => void queue.enqueue({ id, lane: 'sos', ownerId: null, payload })

const locationOf = (fix: Fix | null) =>
  fix
    ? { latitude: fix.latitude, longitude: fix.longitude, accuracy: fix.accuracy, locatedAt: fix.at }
    : { latitude: null, longitude: null, accuracy: null, locatedAt: null }

/**
 * Saves an SOS and sends it at once.
 * @returns null if the server has not acknowledged it; the outbox then retries
 */
export const deliverSos = ({ clientId, location }: Delivery): Promise<RaiseReply | null> =>
  new Promise((resolver) => {
    resolvers.set(clientId, [...(resolvers.get(clientId) ?? []), resolver])
    if (find(clientId)) void outbox.retryNow()
    else save(clientId, { createdAt: new Date().toISOString(), ...locationOf(location), isRaised: false })
  })

/** Sends a newer location of an SOS, whether the SOS is unsent or already raised. */
export function sendSosLocation(clientId: string, location: Fix) {
  const known = find(clientId) ?? { createdAt: new Date().toISOString(), isRaised: true }
  save(clientId, { ...known, ...locationOf(location) })
}

/** Withdraws an SOS. The server may have received it if a request was sent. */
export function withdrawSos(clientId: string) {
  outbox.discard(clientId)
  resolve(clientId, null)
}

/** Calls the listener when the server has acknowledged an SOS of this tab. */
export const onSosAcknowledged = acknowledged.subscribe

export interface UnsentSos {
  readonly clientId: string
  readonly createdAt: string
  /** Number of attempts since this page was opened. */
  readonly tries: number
  /** At least one request was sent, so the server may have the SOS although no reply arrived. */
  readonly mayHaveArrived: boolean
}

/** The SOS of this device that the server has not acknowledged. */
export function useUnsentSos(): readonly UnsentSos[] {
  const all = useSyncExternalStore(outbox.subscribe, queue.entries)
  return all
    .filter((entry) => isOwnEntry(entry) && !entry.payload.isRaised)
    .map(({ id, payload, tries, isRestored }) => ({
      clientId: id,
      createdAt: payload.createdAt,
      tries,
      mayHaveArrived: tries > 0 || isRestored,
    }))
}

/** Returns what another page of this device needs to send the unsent SOS: the records that {@link adoptStoredSos} reads. */
export const unsentSosRecords = () => queue.entries().map(({ id, payload }) => ({ ...payload, clientId: id }))

const StoredSos = z.array(z.unknown())
const SosRecord = Sos.extend({ clientId: z.uuid() })

/** Adopts the SOS of a page on HTTP or of an earlier version of the application. It skips records that it cannot read. */
export function adoptStoredSos() {
  try {
    const records = StoredSos.parse(JSON.parse(readStored(storageKeys.unsentSos) ?? '[]'))
    for (const { clientId, ...sos } of records.flatMap((record) => SosRecord.safeParse(record).data ?? [])) save(clientId, sos)
  } catch {
    // not JSON: it contains no SOS that this version could send
  }
  writeStored(storageKeys.unsentSos, null)
}
