import { useEffect, useSyncExternalStore } from 'react'
import { z } from 'zod'
import { receptionRoutes } from '@noroshi/contract/reception/reception.http'
import { sendRequest } from '../../../platform/connection/http.ts'
import { ApiError, OfflineError } from '../../../platform/connection/http-errors.ts'
import { changeCache } from '../../../platform/connection/query-cache.ts'
import { newId } from '../../../platform/ids.ts'
import { text } from '../../../platform/language/i18n.ts'
import { createObservable } from '../../../platform/observable.ts'
import type { SendOptions } from '../../../platform/outbox/command.ts'
import type { TypedEntry } from '../../../platform/outbox/entry.ts'
import { outbox } from '../../../platform/outbox/outbox.ts'
import { deskName } from '../desk-name.ts'
import { receptionKey } from '../reception.queries.ts'
import { ServerKeyError, UnreadableError, type VaultState } from './create-desk-vault.ts'
import { type DeskChange, parseChange, requestOfChange, withCodes } from './desk-changes.ts'
import type { Sealed } from './desk-cipher.ts'
import { deskCopyKey } from './desk-copy.ts'
import { deskVault, useDeskState } from './desk-vault.ts'

/** A change of a desk as it is stored. */
const SealedChange = z.object({ placeId: z.string(), sealed: z.object({ iv: z.string(), data: z.string() }) })
type SealedChange = z.infer<typeof SealedChange>
export type UnsentChange = TypedEntry<SealedChange>

/** Milliseconds for which what was sent is collected, before the lists of the shelter are fetched again. */
const REFETCH_DELAY_MS = 1_000

interface OpenedChange {
  readonly placeId: string
  readonly change: DeskChange
}

/** The changes of open desks, by the part of their ciphertext that is never the same. They are forgotten with the key. */
const openedChanges = createObservable<ReadonlyMap<string, OpenedChange>>(new Map())
const remember = ({ iv }: Sealed, opened: OpenedChange) => openedChanges.set(new Map(openedChanges.get()).set(iv, opened))
deskVault.subscribe(() => {
  const known = [...openedChanges.get()]
  const kept = known.filter(([, { placeId }]) => deskVault.state(placeId) === 'open')
  if (kept.length < known.length) openedChanges.set(new Map(kept))
})

/** Whether entries of a desk may be deleted: only while it is open, or if their key is not on this device any more. */
export const mayDeleteChanges = (state: VaultState): boolean => state === 'open' || state === 'off'

const purposeOf = (id: string) => `change ${id}`

async function readChange(id: string, { placeId, sealed }: SealedChange): Promise<DeskChange> {
  const change = parseChange(await deskVault.open(placeId, purposeOf(id), sealed))
  if (deskVault.state(placeId) === 'open') remember(sealed, { placeId, change })
  return change
}

/** Whether an entry is only sent later: by another session, if the server refused this one, or when the PIN opened the desk. */
const isPostponed = (error: unknown): boolean =>
  error instanceof ServerKeyError || (error instanceof ApiError && (error.status === 403 || error.code === 'shelter.notFound'))

async function sendChange({ id, seq, payload }: UnsentChange, options: SendOptions): Promise<unknown> {
  const { placeId } = payload
  const change = await readChange(id, payload).catch((error: unknown) => {
    if (!(error instanceof UnreadableError || error instanceof z.ZodError)) throw error
    throw new ApiError(422, { code: 'unreadable', message: text('reception.offline.unreadable'), issues: [] })
  })
  const reply = await sendRequest(requestOfChange(placeId, change, Date.now() - seq), options)
  // A captive portal answers each request with 200.
  if (change.type === 'leave') return receptionRoutes.leave.reply.parse(reply)
  const received = receptionRoutes.receive.reply.parse(reply)
  const notReceived = withCodes(change, received.unknownCodes ?? [])
  // The server refuses it, so that a person decides about it.
  if (notReceived !== null) await storeChange(placeId, notReceived.body.id, notReceived)
  return received
}

let refetch: ReturnType<typeof setTimeout> | undefined

/**
 * The outbox keeps what a desk recorded without a connection, and sends it in order. The entries belong to the device and
 * are encrypted: they outlive a sign-out, and each session with a role at the shelter sends them. Without such a session, and
 * while the desk is locked and the server does not open it, they wait. The service worker has no key and does not send them.
 */
const changes = outbox.register<SealedChange, unknown>({
  kind: 'deskChange',
  payload: SealedChange,
  describe: ({ placeId, sealed }) => ({
    title: text('reception.offline.unsentTitle'),
    text: openedChanges.get().get(sealed.iv)?.change.names.join(', ') ?? text('reception.offline.unsentLocked'),
    mayDelete: mayDeleteChanges(deskVault.state(placeId)),
  }),
  send: (entry, options) =>
    sendChange(entry, options).catch((error: unknown) => {
      throw isPostponed(error) ? new OfflineError(error) : error
    }),
  onSent: (_reply, { payload: { placeId } }) => {
    clearTimeout(refetch)
    refetch = setTimeout(
      () =>
        changeCache((cache) => {
          void cache.invalidateQueries({ queryKey: receptionKey })
          void cache.invalidateQueries({ queryKey: [...deskCopyKey, placeId] })
        }),
      REFETCH_DELAY_MS,
    )
  },
})

/**
 * Stores what an open desk recorded, encrypted, until the server has it. Resolves when the outbox has it.
 * @param id the id of the household, or a new one: a repetition replaces it
 */
export async function keepChange(placeId: string, id: string, change: DeskChange): Promise<void> {
  deskVault.prolong(placeId)
  await storeChange(placeId, id, change)
}

async function storeChange(placeId: string, id: string, change: DeskChange): Promise<void> {
  const sealed = await deskVault.seal(placeId, purposeOf(id), change)
  if (deskVault.state(placeId) === 'open') remember(sealed, { placeId, change })
  void changes.enqueue({ id, lane: `desk ${placeId}`, ownerId: null, payload: { placeId, sealed } })
}

/** Stores a household as {@link keepChange} does. */
export const keepHousehold = (placeId: string, body: z.input<typeof receptionRoutes.receive.body>, names: readonly string[]) =>
  keepChange(placeId, body.id, { type: 'receive', names: [...names], body: receptionRoutes.receive.body.parse(body) })

/** Stores that people left as {@link keepChange} does. @param people their ids in the register, and their names */
export const keepLeaving = (placeId: string, people: readonly { readonly id: string; readonly name: string }[]) =>
  keepChange(placeId, newId(), {
    type: 'leave',
    names: people.map(({ name }) => name),
    body: { personIds: people.map(({ id }) => id), desk: deskName(), ageMs: 0 },
  })

/** Returns the entries of a shelter that the server does not have. */
export const unsentOf = (placeId: string): readonly UnsentChange[] =>
  changes.entries().filter(({ payload }) => payload.placeId === placeId)

/** An entry of a desk, with what it contains; null while the desk is locked. */
export interface ListedChange {
  readonly entry: UnsentChange
  readonly change: DeskChange | null
}

/** Returns what the server does not have of a shelter, oldest first, refused entries too. */
export function useUnsentChanges(placeId: string): readonly ListedChange[] {
  const all = useSyncExternalStore(outbox.subscribe, changes.entries)
  const opened = useSyncExternalStore(openedChanges.subscribe, openedChanges.get)
  const isOpen = useDeskState(placeId) === 'open'
  const entries = all.filter(({ payload }) => payload.placeId === placeId)
  useEffect(() => {
    if (!isOpen) return
    for (const { id, payload } of unsentOf(placeId))
      if (!openedChanges.get().has(payload.sealed.iv)) void readChange(id, payload).catch(() => undefined)
  }, [isOpen, placeId, all])
  return entries.map((entry) => ({ entry, change: isOpen ? (opened.get(entry.payload.sealed.iv)?.change ?? null) : null }))
}
