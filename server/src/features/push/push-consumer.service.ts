import { CALL_MISSED_MS } from '@noroshi/contract/limits'
import type { CallChange } from '@noroshi/contract/calls/calls.events'
import type { Db } from '#/db/pool.ts'
import type { Deps } from '#/deps.ts'
import { alarmedUsers, endedAmong, namedAmong } from '#/features/alerts/alarms.service.ts'
import { alertChatReceivers } from '#/features/alerts/alert-chat-members.service.ts'
import { membersOfThread } from '#/features/messaging/unread-threads.service.ts'
import { type ConsumedEvent, defineConsumer } from '#/realtime/consumers.ts'
import { isUserRoom, userRoom } from '#/realtime/rooms.ts'
import {
  markAlarmsSeen,
  type NotificationKind,
  notifiedAlerts,
  removeNotifications,
  upsertNotifications,
} from './notifications.sql.ts'
import { hasSubscriptions } from './push.sql.ts'

const HOUR = 3_600_000
/**
 * Milliseconds before messages are pushed. A user with the thread on the screen has read them by then and gets no
 * notification.
 */
export const MESSAGES_WAIT_MS = 3000
/** Milliseconds after which a notification is no longer sent. */
const EXPIRES: Record<NotificationKind, number> = {
  alert: 12 * HOUR,
  alertChat: 12 * HOUR,
  call: CALL_MISSED_MS,
  messages: 24 * HOUR,
}
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
  'alert:answered',
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

/** Returns the members who get a notification. A member who has written all new messages gets none. */
const receiversOf = (members: readonly string[], senders: ReadonlySet<string>): readonly string[] =>
  senders.size === 1 ? members.filter((id) => !senders.has(id)) : members

/** Returns the user of the rooms of an event to the sockets of one user. */
const userOf = (rooms: readonly string[]): string | undefined => rooms.find(isUserRoom)?.slice(userRoom('').length)

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

  /**
   * Notifies the members of threads with new chat messages, and the users who take part in the chat of an alert. The
   * sender skips messages of threads that their members have read by then.
   */
  async notifyMessages(consumed: readonly PushedEvent[]): Promise<void> {
    const [chats, alertChats] = [new Map<string, Set<string>>(), new Map<string, Set<string>>()]
    for (const event of consumed) {
      if (event.name !== 'messages:new_message' || event.payload.messageType === 'asrChat') continue
      const { MessageThreadId, SenderId, messageType } = event.payload
      const senders = messageType === 'alertChat' ? alertChats : chats
      senders.set(MessageThreadId, (senders.get(MessageThreadId) ?? new Set()).add(SenderId))
    }
    for (const [threadId, senders] of chats)
      await this.#show('messages', threadId, receiversOf(await membersOfThread(this.#tx, threadId), senders))
    for (const [threadId, senders] of alertChats) await this.#notifyAlertChat(threadId, senders)
  }

  /** A user who writes to the chat of an alert has read it. It has no watermarks. */
  async #notifyAlertChat(threadId: string, senders: ReadonlySet<string>): Promise<void> {
    const chat = await alertChatReceivers(this.#tx, threadId)
    if (chat === null) return
    for (const sender of senders) await this.#remove(chat.alertId, { kind: 'alertChat', userId: sender })
    await this.#show('alertChat', chat.alertId, receiversOf(chat.userIds, senders))
  }

  async handle(event: PushedEvent): Promise<void> {
    // The alert may be reopened by now.
    if (event.name === 'alert:resolved') for (const id of await endedAmong(this.#tx, [event.payload.id])) await this.#remove(id)
    if (event.name === 'alert:deleted') await this.#remove(event.payload.alertId)
    if (event.name === 'alert:answered') await this.#closeAlarms(event)
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
    const userId = userOf(rooms)
    if (userId === undefined) return
    for (const { MessageThreadId, messageType, unreadMessagesCount } of payload.updates)
      if (messageType === 'normalChat' && unreadMessagesCount === 0) await this.#remove(MessageThreadId, { userId })
  }

  /** Closes the alarms of a user who has seen the alert on a device. */
  async #closeAlarms({ rooms, payload }: Pick<PushedEvent & { name: 'alert:answered' }, 'rooms' | 'payload'>) {
    const userId = userOf(rooms)
    if (userId === undefined || payload.seenAt === null) return
    await markAlarmsSeen(this.#tx, { entityId: payload.alertId, userId, now: this.#now })
  }

  async #show(kind: NotificationKind, entityId: string, userIds: readonly string[], { isUnlimited = false } = {}) {
    if (userIds.length === 0) return
    const dueAt = this.#after(kind === 'messages' || kind === 'alertChat' ? MESSAGES_WAIT_MS : 0)
    const expiresAt = this.#after(EXPIRES[kind])
    await upsertNotifications(this.#tx, { kind, entityId, userIds, dueAt, expiresAt, isUnlimited })
  }

  /** Removes the notifications about a subject, of all kinds and all users unless `only` limits them. */
  async #remove(entityId: string, only: { readonly kind?: NotificationKind; readonly userId?: string } = {}): Promise<void> {
    const { kind = null, userId = null } = only
    await removeNotifications(this.#tx, { entityId, kind, userId, now: this.#now, expiresAt: this.#after(REMOVAL_EXPIRES) })
  }

  #after = (milliseconds: number): Date => new Date(this.#now.getTime() + milliseconds)
}
