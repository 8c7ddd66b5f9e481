import { CALL_MISSED_MS } from '@noroshi/contract/limits'
import type { CallChange } from '@noroshi/contract/calls/calls.events'
import type { Db } from '#/db/pool.ts'
import type { Deps } from '#/deps.ts'
import { alarmedUsers, endedAmong, namedAmong } from '#/features/alerts/alarms.service.ts'
import { membersOfThread } from '#/features/messaging/unread-threads.service.ts'
import { type ConsumedEvent, defineConsumer } from '#/realtime/consumers.ts'
import { isUserRoom, userRoom } from '#/realtime/rooms.ts'
import { type NotificationKind, notifiedAlerts, removeNotifications, upsertNotifications } from './notifications.sql.ts'
import { hasSubscriptions } from './push.sql.ts'

const HOUR = 3_600_000
/**
 * Milliseconds before messages are pushed. A user with the thread on the screen has read them by then and gets no
 * notification.
 */
export const MESSAGES_WAIT_MS = 3000
/** Milliseconds after which a notification is no longer sent. */
const EXPIRES: Record<NotificationKind, number> = { alert: 12 * HOUR, call: CALL_MISSED_MS, messages: 24 * HOUR }
const REMOVAL_EXPIRES = 12 * HOUR
/** Max anonymous alerts of one run that alarm devices: the newest ones. In a flood, devices are alarmed already. */
const ALERTS_MAX = 50

/** Returns the ids of the alerts of an event, newest first. One of them alarms. */
function alarmingIds(event: PushedEvent): readonly string[] {
  if (event.name === 'alert:new_alert') return [event.payload.id]
  if (event.name === 'alert:reopened') return [event.payload.alertId]
  return event.name === 'alert:repeat' ? event.payload.alertIds : []
}

/** Changes of a session of a call after which it no longer rings. */
const RINGING_OVER: ReadonlySet<CallChange> = new Set([
  'accepted',
  'rejected',
  'unreachable',
  'missed',
  'disconnected',
  'remove_on_existing_call',
])

const events = [
  'alert:new_alert',
  'alert:repeat',
  'alert:reopened',
  'alert:resolved',
  'alert:deleted',
  'alert:list_changed',
  'call-session:incoming',
  'call-session:updated',
  'messages:new_message',
  'messages:status_updated_multiple',
] as const
type PushedEvent = ConsumedEvent<(typeof events)[number]>

/** Stores notifications, and removals of notifications, for the devices that an event concerns (decisions/0129). */
export const pushConsumer = ({ now }: Pick<Deps, 'now'>, onCommit: () => void) =>
  defineConsumer({
    name: 'push.notifications',
    events,
    async handle(tx, consumed) {
      if (!(await hasSubscriptions(tx))) return
      const handler = new EventHandler(tx, now())
      await handler.alarm(consumed)
      await handler.notifyMessages(consumed)
      for (const event of consumed) await handler.handle(event)
    },
    onCommit,
  })

class EventHandler {
  readonly #tx: Db
  readonly #now: Date

  constructor(tx: Db, now: Date) {
    this.#tx = tx
    this.#now = now
  }

  /**
   * Alarms the audience of new alerts, of reopened alerts and of alerts whose alarm repeats. Alerts with a raiser come
   * first and are never omitted. Of alerts that repeat together, the newest one alarms, preferably with a raiser.
   */
  async alarm(consumed: readonly PushedEvent[]): Promise<void> {
    const candidates = consumed.map(alarmingIds)
    const withRaiser = new Set(await namedAmong(this.#tx, candidates.flat()))
    const chosen = new Set(candidates.flatMap((ids) => ids.find((id) => withRaiser.has(id)) ?? ids.slice(0, 1)))
    const anonymous = [...chosen].filter((id) => !withRaiser.has(id)).slice(-ALERTS_MAX)
    for (const id of [...chosen].filter((one) => withRaiser.has(one)))
      await this.#show('alert', id, await alarmedUsers(this.#tx, id), { isUnlimited: true })
    for (const id of anonymous) await this.#show('alert', id, await alarmedUsers(this.#tx, id))
  }

  /** Notifies the members of threads with new chat messages. The sender skips messages that they have read by then. */
  async notifyMessages(consumed: readonly PushedEvent[]): Promise<void> {
    const senders = new Map<string, Set<string>>()
    for (const event of consumed) {
      if (event.name !== 'messages:new_message' || event.payload.messageType !== 'normalChat') continue
      const { MessageThreadId, SenderId } = event.payload
      senders.set(MessageThreadId, (senders.get(MessageThreadId) ?? new Set()).add(SenderId))
    }
    for (const [threadId, ofThread] of senders) {
      const members = await membersOfThread(this.#tx, threadId)
      const others = ofThread.size === 1 ? members.filter((id) => !ofThread.has(id)) : members
      await this.#show('messages', threadId, others)
    }
  }

  async handle(event: PushedEvent): Promise<void> {
    // The alert may be reopened by now.
    if (event.name === 'alert:resolved') for (const id of await endedAmong(this.#tx, [event.payload.id])) await this.#remove(id)
    if (event.name === 'alert:deleted') await this.#remove(event.payload.alertId)
    if (event.name === 'alert:list_changed')
      for (const id of await endedAmong(this.#tx, await notifiedAlerts(this.#tx))) await this.#remove(id)
    if (event.name === 'call-session:incoming') {
      const { session } = event.payload
      await this.#show('call', session.id, [session.ReceiverId])
    }
    if (event.name === 'call-session:updated' && RINGING_OVER.has(event.payload.kind))
      await this.#remove(event.payload.session.id)
    if (event.name === 'messages:status_updated_multiple') await this.#removeRead(event)
  }

  /** Removes notifications of threads that their user has read on another device. */
  async #removeRead({ rooms, payload }: Pick<PushedEvent & { name: 'messages:status_updated_multiple' }, 'rooms' | 'payload'>) {
    const userId = rooms.find(isUserRoom)?.slice(userRoom('').length)
    if (userId === undefined) return
    for (const { MessageThreadId, messageType, unreadMessagesCount } of payload.updates)
      if (messageType === 'normalChat' && unreadMessagesCount === 0) await this.#remove(MessageThreadId, userId)
  }

  async #show(kind: NotificationKind, entityId: string, userIds: readonly string[], { isUnlimited = false } = {}) {
    if (userIds.length === 0) return
    const dueAt = this.#after(kind === 'messages' ? MESSAGES_WAIT_MS : 0)
    const expiresAt = this.#after(EXPIRES[kind])
    await upsertNotifications(this.#tx, { kind, entityId, userIds, dueAt, expiresAt, isUnlimited })
  }

  async #remove(entityId: string, userId: string | null = null): Promise<void> {
    await removeNotifications(this.#tx, { entityId, userId, now: this.#now, expiresAt: this.#after(REMOVAL_EXPIRES) })
  }

  #after = (milliseconds: number): Date => new Date(this.#now.getTime() + milliseconds)
}
