import type { Job } from '#/db/jobs.ts'
import { isConnectionLost } from '#/db/pool.ts'
import type { Tx } from '#/db/transaction.ts'
import type { Deps } from '#/deps.ts'
import type { PushKind } from '#/features/push/push-kind.service.ts'
import { deleteOverflow, type DueMessage, earliestDue, lockDue, type Publication, publish, withdraw } from './alarm-app.sql.ts'
import { alertPage, type Notice, noticeOf } from './notices.ts'

/** Milliseconds between two checks for messages that a killed process has not published. */
const POLL_MS = 10_000
/** Milliseconds after the start of a process until its first check. */
const FIRST_AFTER_MS = 1000
/** Max messages of one transaction of a kind whose rights are read for many users at once. */
const AT_ONCE = 5000
/** Max messages of one transaction of the other kinds, each with queries of its own. Alarms do not wait for more. */
const SINGLE_AT_ONCE = 20

type SenderDeps = Pick<Deps, 'db' | 'transaction' | 'now' | 'logError' | 'onClose'>

/** Publishes due messages: it reads the rights of now, and gives each message its position (decisions/0217). */
export class AppSender {
  readonly #deps: SenderDeps
  readonly #kinds: ReadonlyMap<string, PushKind>
  /** Kinds that are published together in one transaction, the most urgent first. */
  readonly #steps: readonly { readonly kinds: readonly string[]; readonly limit: number }[]
  #isClosed = false
  #isRequested = false
  #running: Promise<void> | null = null
  #timer: NodeJS.Timeout | null = null

  constructor(deps: SenderDeps, kinds: readonly PushKind[]) {
    this.#deps = deps
    this.#kinds = new Map(kinds.map((kind) => [kind.kind, kind]))
    const named = (wanted: (kind: PushKind) => boolean) => kinds.filter(wanted).map(({ kind }) => kind)
    const isShared = ({ dueAmong }: PushKind) => dueAmong !== undefined
    this.#steps = [
      { kinds: named(isShared), limit: AT_ONCE },
      { kinds: named((kind) => !isShared(kind) && kind.urgency === 'alarm'), limit: SINGLE_AT_ONCE },
      { kinds: named((kind) => !isShared(kind) && kind.urgency !== 'alarm'), limit: SINGLE_AT_ONCE },
    ]
    deps.onClose(() => this.close())
  }

  /** The periodic check for messages that no process has published. */
  readonly job: Job = { name: 'alarm app', every: POLL_MS, firstAfter: FIRST_AFTER_MS, run: () => this.#publishAll() }

  /** Starts the publication of due messages. */
  readonly wake = (): void => {
    this.#publishAll().catch((error: unknown) => {
      if (!isConnectionLost(error)) this.#deps.logError(error)
    })
  }

  async close(): Promise<void> {
    this.#isClosed = true
    if (this.#timer !== null) clearTimeout(this.#timer)
    await this.#running?.catch(() => undefined) // its caller has logged it
  }

  /** Publishes what is due. One call runs at a time; calls meanwhile make it look once more. */
  #publishAll(): Promise<void> {
    this.#isRequested = true
    this.#running ??= this.#run().finally(() => (this.#running = null))
    return this.#running
  }

  async #run(): Promise<void> {
    while (this.#isRequested && !this.#isClosed) {
      this.#isRequested = false
      const { db, now } = this.#deps
      const next = await earliestDue(db, [...this.#kinds.keys()])
      const wait = next === null ? null : next.getTime() - now().getTime()
      if (wait !== null && wait > 0) this.#wakeAfter(wait)
      else if (wait !== null && (await this.#publishNext())) this.#isRequested = true
    }
  }

  #wakeAfter(milliseconds: number): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = setTimeout(this.wake, Math.min(POLL_MS, milliseconds)).unref()
  }

  /** Publishes the most urgent messages. @returns false if none is due */
  async #publishNext(): Promise<boolean> {
    for (const { kinds, limit } of this.#steps) {
      const isAny = await this.#deps.transaction(async (tx) => {
        const now = this.#deps.now()
        const due = await lockDue(tx, kinds, now, limit)
        if (due.length > 0) await this.#publish(tx, due, now)
        return due.length > 0
      })
      if (isAny) return true
    }
    return false
  }

  async #publish(tx: Tx, due: readonly DueMessage[], now: Date): Promise<void> {
    const publications = await this.#publicationsOf(tx, due, now)
    const isPublished = new Set(publications.map(keyOf))
    const rest = due.filter((one) => !isPublished.has(keyOf(one)))
    if (rest.length > 0) await withdraw(tx, rest)
    if (publications.length === 0) return
    await publish(tx, publications, now)
    if (due.some(({ kind }) => this.#kinds.get(kind)?.dueAmong === undefined))
      await deleteOverflow(
        tx,
        publications.map((one) => one.device_id),
      )
    tx.emitInternal('alarmApp:published', {})
  }

  async #publicationsOf(tx: Tx, due: readonly DueMessage[], now: Date): Promise<Publication[]> {
    const live = due.filter((one) => one.is_live && one.expires_at > now)
    const publications = live.flatMap((one) => endOf(one) ?? [])
    const isShown = live.filter((one) => !one.is_removal && !one.is_seen && this.#mayReceive(one))
    for (const messages of Map.groupBy(isShown, (one) => `${one.kind} ${one.entity_id}`).values())
      publications.push(...(await this.#shown(tx, messages, now)))
    return publications
  }

  /** @param messages of one subject */
  async #shown(tx: Tx, messages: readonly DueMessage[], now: Date): Promise<readonly Publication[]> {
    const [first] = messages
    const kind = first && this.#kinds.get(first.kind)
    if (kind === undefined) return []
    return kind.dueAmong === undefined ? singly(tx, kind, messages, now) : together(tx, kind.dueAmong, messages)
  }

  #mayReceive = ({ kind, is_restricted }: DueMessage): boolean =>
    !is_restricted || this.#kinds.get(kind)?.allowsRestricted === true
}

const keyOf = ({ device_id, tag }: Pick<DueMessage, 'device_id' | 'tag'>): string => device_id + tag

/** Returns what ends a notification; null: the app keeps it. */
function endOf({ device_id, tag, kind, notice, is_removal, is_seen, is_looping }: DueMessage): Publication | null {
  if (!is_removal && !is_seen) return null
  // The removal of an alarm that repeats its sound would leave the sound without a notification to swipe away.
  const isRepeating = is_looping && kind === 'alert'
  if (isRepeating && !is_removal) return null
  const over = notice === 'drill' ? 'drillOver' : 'over'
  return { device_id, tag, notice: isRepeating ? over : 'clear', page: '/' }
}

/** Reads the rights of all users by one query. */
async function together(
  tx: Tx,
  dueAmong: NonNullable<PushKind['dueAmong']>,
  messages: readonly DueMessage[],
): Promise<Publication[]> {
  const id = messages[0]?.entity_id ?? ''
  const found = await dueAmong(
    tx,
    id,
    messages.map((one) => one.user_id),
  )
  if (found === null) return []
  const [notice, page]: [Notice, string] = [found.isDrill ? 'drill' : 'alert', alertPage(id, found.messageThreadId)]
  return messages.filter((one) => found.userIds.has(one.user_id)).map(({ device_id, tag }) => ({ device_id, tag, notice, page }))
}

/** Reads the content for each user. */
async function singly(tx: Tx, kind: PushKind, messages: readonly DueMessage[], now: Date): Promise<Publication[]> {
  const publications: Publication[] = []
  for (const message of messages) {
    const payload = await kind.content(tx, { ...message, now }, true)
    if (payload !== null) publications.push({ device_id: message.device_id, tag: message.tag, ...noticeOf(payload) })
  }
  return publications
}
