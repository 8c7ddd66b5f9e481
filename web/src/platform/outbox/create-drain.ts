import { ApiError } from '../connection/http-errors.ts'
import type { RouteRequest } from '../connection/route-request.ts'
import { isTooOld, nextRevision, type OutboxEntry, sortEntries } from './entry.ts'
import type { EntryStore } from './entry-store.ts'
import type { WithLock } from './locks.ts'
import { HEAD_START_MS, isRefusal, lockOf, type SharedCommand } from './shared-command.ts'
import type { TabNotice } from './tab-notice.ts'

/** The session with which the service worker sends. */
export interface DrainSession {
  readonly token: string
  readonly userId: string
}

interface Ports<Session extends DrainSession> {
  readonly store: Pick<EntryStore, 'all' | 'remove' | 'removeSent' | 'replace'>
  readonly commands: readonly SharedCommand<never>[]
  readonly withLock: WithLock
  readonly notifyTabs: (notice: TabNotice) => void
  readonly readSession: () => Promise<Session | null>
  /** Called after the server has refused the token of a session. */
  readonly endSession: (session: Session) => Promise<void>
  /** Sends one request. @throws ApiError, or OfflineError if the server cannot be reached */
  readonly send: (request: RouteRequest, options: { session: Session | null; timeoutMs: number | undefined }) => Promise<unknown>
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Creates the function with which the service worker sends the stored entries once, without a page. It follows the
 * rules of the outbox of a page: one sender of a lane at a time, urgent entries first, no entry of another user.
 * Entries that need a decision of the user are left to the next page.
 */
export function createDrain<Session extends DrainSession>(ports: Ports<Session>) {
  const { store, withLock, notifyTabs, send } = ports
  const commands = new Map(ports.commands.map((command) => [command.kind, command]))
  /** Ids of urgent entries with a running request. */
  const urgentRequests = new Set<string>()
  const isUrgent = ({ kind }: OutboxEntry) => commands.get(kind)?.isUrgent ?? false
  /** Whether the server may no longer recognise the entry. The next page asks the user about such content. */
  const needsDecision = (entry: OutboxEntry) =>
    entry.ownerId !== null && commands.get(entry.kind)?.isContent !== false && !isUrgent(entry) && isTooOld(entry, Date.now())
  const isOpen = (entry: OutboxEntry) =>
    entry.refusal === null && entry.reply === undefined && commands.has(entry.kind) && !needsDecision(entry)

  /** Returns the entries that may be sent now, in order, and the session with which they are sent. */
  async function readSendable(): Promise<{ entries: readonly OutboxEntry[]; session: Session | null }> {
    const [rows, session] = await Promise.all([store.all(), ports.readSession()])
    const isOfSession = ({ ownerId }: OutboxEntry) => ownerId === null || ownerId === session?.userId
    return { entries: sortEntries(rows.filter((row) => isOpen(row) && isOfSession(row))), session }
  }

  /** The token of the newest alert that this device raised anonymously and no page knows yet. */
  async function newestToken(): Promise<string | undefined> {
    const replies = (await store.all()).flatMap(({ reply }) => (hasToken(reply) ? [reply] : []))
    return replies.sort((a, b) => (a.id < b.id ? 1 : -1))[0]?.alertToken // by time; older browsers lack toSorted
  }

  async function accept(entry: OutboxEntry, command: SharedCommand<never>, reply: unknown): Promise<void> {
    if (command.needsReply) {
      await store.replace({ ...entry, reply, revision: nextRevision(entry) }, entry.revision)
      return notifyTabs({ type: 'changed' })
    }
    await store.removeSent(entry.id, entry.revision)
    notifyTabs({ type: 'sent', id: entry.id, revision: entry.revision, reply })
  }

  async function refuse(entry: OutboxEntry, command: SharedCommand<never>, { code, message }: ApiError): Promise<void> {
    if (command.isContent === false) await store.remove([entry.id])
    else await store.replace({ ...entry, refusal: { code, message }, revision: nextRevision(entry) }, entry.revision)
    notifyTabs({ type: 'changed' })
  }

  /** Sends an entry once. Returns whether the next entry of its lane may be sent. */
  async function attempt(entry: OutboxEntry, session: Session | null): Promise<boolean> {
    const command = commands.get(entry.kind)
    if (!command) return false
    try {
      const context = { now: Date.now(), alertToken: isUrgent(entry) ? await newestToken() : undefined }
      // `as`: a page stored the payload for the command of this kind.
      const request = command.requestOf(entry as OutboxEntry & { payload: never }, context)
      await accept(entry, command, await send(request, { session, timeoutMs: command.timeoutMs }))
      return true
    } catch (error) {
      if (error instanceof ApiError && error.status === 401 && session) await ports.endSession(session)
      // 400: a page of another version may have stored the entry in another format. The next page checks it.
      if (!(error instanceof ApiError) || error.status === 400 || !isRefusal(command, error)) return false
      await refuse(entry, command, error)
      return true
    }
  }

  async function drainLane(lane: string): Promise<void> {
    for (let isGoingOn = true; isGoingOn;) {
      const { entries, session } = await readSendable()
      const entry = entries.find((each) => each.lane === lane)
      isGoingOn = entry !== undefined && (await attempt(entry, session))
    }
  }

  /** Sends an urgent entry without waiting for a lock or for another entry. */
  async function sendUrgent(entry: OutboxEntry, session: Session | null): Promise<void> {
    if (urgentRequests.has(entry.id)) return
    urgentRequests.add(entry.id)
    try {
      if (await attempt(entry, session)) return
      // The session has ended: an SOS is sent without a session.
      const now = await ports.readSession()
      if (session && now?.token !== session.token) await attempt(entry, now)
    } finally {
      urgentRequests.delete(entry.id)
    }
  }

  async function drainUrgent(): Promise<void> {
    const { entries, session } = await readSendable()
    // One after another: by the reply to the first one, the second one is added to the same alert.
    for (const entry of entries.filter(isUrgent)) await sendUrgent(entry, session)
  }

  /**
   * Sends all entries that can be sent now.
   * @returns whether no entry is left, except entries that need a decision of the user or another session
   */
  return async function drain(): Promise<boolean> {
    const urgent = drainUrgent()
    await Promise.race([urgent, wait(HEAD_START_MS)])
    const { entries } = await readSendable()
    const lanes = new Set(entries.flatMap((entry) => (isUrgent(entry) ? [] : entry.lane)))
    await Promise.all([urgent, ...[...lanes].map((lane) => withLock(lockOf(lane), () => drainLane(lane)))])
    return (await readSendable()).entries.length === 0
  }
}

const hasToken = (reply: unknown): reply is { readonly id: string; readonly alertToken: string } =>
  typeof reply === 'object' &&
  reply !== null &&
  'id' in reply &&
  typeof reply.id === 'string' &&
  'alertToken' in reply &&
  typeof reply.alertToken === 'string'
