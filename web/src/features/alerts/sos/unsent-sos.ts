import { useSyncExternalStore } from 'react'
import { z } from 'zod'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { newestAlertToken, storeAlertToken } from '../../../platform/session/alert-tokens.ts'
import type { EarlySos } from '../../../platform/early-presses.ts'
import type { Fix } from '../../../platform/device/fix.ts'
import { createEmitter } from '../../../platform/observable.ts'
import type { LatLng } from '../../../ui/map/distance.ts'
import type { SendOptions } from '../../../platform/outbox/command.ts'
import { isOwnEntry, type TypedEntry } from '../../../platform/outbox/entry.ts'
import { outbox } from '../../../platform/outbox/outbox.ts'
import { sendEntry } from '../../../platform/outbox/send-entry.ts'
import { readStored, storageKeys, writeStored } from '../../../platform/session/storage.ts'
import { sosCommand, type UnsentSos as UnsentSosPayload } from '../alerts.outbox.ts'
import type { Delivery, RaiseReply } from '../sos-raiser.ts'

const Sos = z.object({
  createdAt: z.string(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  accuracy: z.number().nullable(),
  locatedAt: z.number().nullable().default(null),
  isRaised: z.boolean(),
  alertToken: z.string().optional(),
  textContent: z.string().optional(),
  raisedFor: z.object({ userId: z.string().nullable(), name: z.string() }).optional(),
}) satisfies z.ZodType<UnsentSosPayload>
type Sos = z.infer<typeof Sos>

/** The second argument contains the client id of the SOS. */
const acknowledged = createEmitter<[reply: RaiseReply, sos: Sos & { readonly clientId: string }]>()
type Resolver = (reply: RaiseReply | null) => void
const resolvers = new Map<string, Resolver[]>()

const resolve = (clientId: string, reply: RaiseReply | null) => {
  for (const resolver of resolvers.get(clientId) ?? []) resolver(reply)
  resolvers.delete(clientId)
}

async function send(entry: TypedEntry<Sos>, options: SendOptions): Promise<RaiseReply> {
  const reply = await sendEntry(sosCommand, alertRoutes.raise.reply, entry, options)
  storeToken(reply)
  return reply
}

function storeToken({ id, alertToken }: RaiseReply) {
  if (alertToken !== undefined) storeAlertToken(id, alertToken)
}

const queue = outbox.register<Sos, RaiseReply>({
  ...sosCommand,
  payload: Sos,
  send,
  onSent: (reply, sent) => {
    const { id, payload } = sent
    storeToken(reply) // the service worker may have received it
    const current = find(id)
    // A newer location is sent too.
    if (current && current.locatedAt !== payload.locatedAt) save(id, { ...current, isRaised: true })
    if (isOwnEntry(sent) && !payload.isRaised) acknowledged.emit(reply, { ...payload, clientId: id })
    resolve(id, reply)
  },
  onPostponed: ({ id }) => resolve(id, null),
})

const find = (clientId: string) => queue.entries().find(({ id }) => id === clientId)?.payload

const save = (id: string, payload: Sos) =>
  void queue.enqueue({ id, lane: 'sos', ownerId: null, payload: { ...payload, alertToken: newestAlertToken() } })

const locationOf = (fix: Fix | null) =>
  fix
    ? { latitude: fix.latitude, longitude: fix.longitude, accuracy: fix.accuracy, locatedAt: fix.at }
    : { latitude: null, longitude: null, accuracy: null, locatedAt: null }

/**
 * Saves an SOS and sends it at once.
 * @returns null if the server has not acknowledged it; the outbox then retries
 */
const deliver = (clientId: string, content: Omit<Sos, 'createdAt' | 'isRaised'>): Promise<RaiseReply | null> =>
  new Promise((resolver) => {
    resolvers.set(clientId, [...(resolvers.get(clientId) ?? []), resolver])
    if (find(clientId)) void outbox.retryNow()
    else save(clientId, { createdAt: new Date().toISOString(), ...content, isRaised: false })
  })

/** Saves the user's own SOS and sends it at once, like {@link deliver}. */
export const deliverSos = ({ clientId, location }: Delivery) => deliver(clientId, locationOf(location))

/** An SOS for another person. */
interface DeliveryForOther {
  readonly clientId: string
  /** The chosen location of the person, never that of the device. */
  readonly location: LatLng | null
  readonly textContent: string
  readonly raisedFor: NonNullable<Sos['raisedFor']>
}

/** Saves an SOS for another person and sends it at once, like {@link deliver}. */
export const deliverSosForOther = ({ clientId, location, ...content }: DeliveryForOther) =>
  deliver(clientId, {
    latitude: location?.latitude ?? null,
    longitude: location?.longitude ?? null,
    accuracy: null,
    locatedAt: null,
    ...content,
  })

/** Keeps an SOS that was sent before the application has started, until the server has answered the application. */
export const keepEarlySos = ({ clientId, ...sos }: EarlySos): void => save(clientId, sos)

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

/**
 * Returns what another page of this device needs to send the unsent SOS: the records that {@link adoptStoredSos} reads.
 */
export const unsentSosRecords = () => queue.entries().map(({ id, payload }) => ({ ...payload, clientId: id }))

const StoredSos = z.array(z.unknown())
const SosRecord = Sos.extend({ clientId: z.uuid() })

/**
 * Adopts the SOS of a page on HTTP or of an earlier version of the application. It skips records that it cannot read.
 */
export function adoptStoredSos() {
  try {
    const records = StoredSos.parse(JSON.parse(readStored(storageKeys.unsentSos) ?? '[]'))
    for (const { clientId, ...sos } of records.flatMap((record) => SosRecord.safeParse(record).data ?? [])) save(clientId, sos)
  } catch {
    // not JSON: it contains no SOS that this version could send
  }
  writeStored(storageKeys.unsentSos, null)
}
