import { nameIn } from '@noroshi/contract/accounts/person-name'
import type { Language } from '@noroshi/contract/i18n'
import { textIn } from '@noroshi/contract/texts'
import { nameParts } from '#/features/accounts/people/people.service.ts'
import {
  definePush,
  MESSAGES_WAIT_MS,
  type PushSubject,
  type PushWriter,
  receiversOf,
  sendersByThread,
} from '#/features/push/push-kind.service.ts'
import type { ConsumedEvent } from '#/realtime/consumers.ts'
import { userOfRooms } from '#/realtime/rooms.ts'
import { type Alarm, alarmedUsers, alarmOf, dueAmong, endedAmong, namedAmong } from './reach/alarms.service.ts'
import { isStandingStill, remindedUsers } from './handling/stalled.sql.ts'
import { alertChatOf, alertChatReceivers } from './chat/alert-chat-members.service.ts'

const EXPIRES = 12 * 3_600_000
/** Max anonymous alerts of one run that alarm devices: the newest ones. In a flood, devices are alarmed already. */
const ALERTS_MAX = 50

const ALERT_BODIES = { shown: 'push.alert.open', resolved: 'push.alert.resolved' } as const
const DRILL_BODIES = { shown: 'push.drill.open', resolved: 'push.drill.over' } as const

type AlertEvent = ConsumedEvent<
  | 'alert:new_alert'
  | 'alert:repeat'
  | 'alert:reopened'
  | 'alert:answered'
  | 'alert:resolved'
  | 'alert:deleted'
  | 'alert:list_changed'
>

/** Alarms of alerts. */
export const alertPush = definePush({
  kind: 'alert',
  events: [
    'alert:new_alert',
    'alert:repeat',
    'alert:reopened',
    'alert:answered',
    'alert:resolved',
    'alert:deleted',
    'alert:list_changed',
  ],
  async handle(push, events) {
    await alarm(push, events)
    for (const event of events) await closeAlarms(push, event)
  },
  async content(db, { entity_id: id, user_id, language, tag }, isShown) {
    const found = await alarmOf(db, id, user_id)
    if (found === null || (isShown && !found.isDue)) return null
    const { messageThreadId, isDrill } = found
    const bodies = isDrill ? DRILL_BODIES : ALERT_BODIES
    const body = textIn(language, isShown ? bodies.shown : bodies.resolved)
    return { kind: isShown ? 'alert' : 'alertResolved', id, tag, messageThreadId, title: titleOf(found, language), body }
  },
  async seen(db, { entity_id: id, user_id, language, tag }) {
    const found = await alarmOf(db, id, user_id)
    if (found === null || !found.isActive) return null
    const { messageThreadId } = found
    const body = textIn(language, 'push.alert.seen')
    return { kind: 'alertSeen', id, tag, messageThreadId, title: titleOf(found, language), body }
  },
  unreadable: (subject) => ({ kind: 'alertResolved', ...unreadableAlert(subject) }),
  dueAmong,
  expires: EXPIRES,
  collapse: 0,
  urgency: 'alarm',
  allowsRestricted: true,
  isRemovedOnApple: true,
})

/** New messages in the chats of alerts, for the users who take part in them. */
export const alertChatPush = definePush({
  kind: 'alertChat',
  events: ['messages:new_message'],
  async handle(push, events) {
    for (const [threadId, senders] of sendersByThread(events, 'alertChat')) {
      const chat = await alertChatReceivers(push.tx, threadId)
      if (chat === null) continue
      // A user who writes to the chat of an alert has read it. It has no watermarks.
      for (const sender of senders) await push.remove(chat.alertId, { kind: 'alertChat', userId: sender })
      await push.show(chat.alertId, receiversOf(chat.userIds, senders))
    }
  },
  async content(db, { entity_id: id, user_id, language, tag }, isShown) {
    const chat = await alertChatOf(db, id, user_id)
    if (chat === null || (isShown && !chat.isActive)) return null
    const { messageThreadId, isOwn, isDrill, isActive } = chat
    const own = isDrill ? 'push.alertChat.ownDrill' : 'push.alertChat.own'
    const title = isOwn ? textIn(language, own) : titleOf(chat, language)
    if (isShown) return { kind: 'alertChat', id, tag, messageThreadId, title, body: textIn(language, 'push.alertChat.open') }
    const body = textIn(language, isActive ? 'push.messages.read' : isDrill ? 'push.drill.over' : 'push.alert.resolved')
    return { kind: 'alertChatRead', id, tag, messageThreadId, title, body }
  },
  unreadable: (subject) => ({ kind: 'alertChatRead', ...unreadableAlert(subject) }),
  expires: EXPIRES,
  collapse: MESSAGES_WAIT_MS,
  urgency: 'question',
  isRemovedOnApple: false,
})

/** Reminders of alerts that stand still, for their assigned users and administrators. */
export const alertStalledPush = definePush({
  kind: 'alertStalled',
  events: ['alert:stalled', 'alert:handled', 'alert:resolved', 'alert:deleted'],
  async handle(push, events) {
    let reminded = new Set<string>()
    for (const { name, payload } of events) {
      if (name === 'alert:stalled') {
        await remind(push, payload.alertIds, reminded)
        continue
      }
      // Only the reminders: a decision about an alert leaves its alarms.
      await push.remove(name === 'alert:resolved' ? payload.id : payload.alertId, { kind: 'alertStalled' })
      reminded = new Set()
    }
  },
  async content(db, { entity_id: id, user_id, language, tag }, isShown) {
    const alert = await alertChatOf(db, id, user_id)
    if (alert === null || (isShown && !(await isStandingStill(db, id)))) return null
    const { messageThreadId } = alert
    const body = textIn(language, isShown ? 'push.alertStalled.open' : 'push.messages.read')
    return {
      kind: isShown ? 'alertStalled' : 'alertStalledOver',
      id,
      tag,
      messageThreadId,
      title: titleOf(alert, language),
      body,
    }
  },
  unreadable: (subject) => ({ kind: 'alertStalledOver', ...unreadableAlert(subject) }),
  expires: EXPIRES,
  collapse: 0,
  urgency: 'question',
  isRemovedOnApple: false,
})

/** Returns the ids of the alerts of an event, newest first. One of them alarms. */
function alarmingIds(event: AlertEvent): readonly string[] {
  if (event.name === 'alert:new_alert') return [event.payload.id]
  if (event.name === 'alert:reopened') return [event.payload.alertId]
  return event.name === 'alert:repeat' ? event.payload.alertIds : []
}

/**
 * Alarms the audience of new alerts, of reopened alerts and of alerts whose alarm repeats. Alerts with a raiser come
 * first and are never omitted. Of alerts that repeat together, the newest one alarms, preferably with a raiser.
 */
async function alarm(push: PushWriter, events: readonly AlertEvent[]): Promise<void> {
  const candidates = events.map(alarmingIds)
  const withRaiser = new Set(await namedAmong(push.tx, candidates.flat()))
  const chosen = new Set(candidates.flatMap((ids) => ids.find((id) => withRaiser.has(id)) ?? ids.slice(0, 1)))
  const anonymous = [...chosen].filter((id) => !withRaiser.has(id)).slice(-ALERTS_MAX)
  for (const id of [...chosen].filter((one) => withRaiser.has(one)))
    await push.show(id, await alarmedUsers(push.tx, id), { isUnlimited: true })
  for (const id of anonymous) await push.show(id, await alarmedUsers(push.tx, id))
}

/** Removes the alarms of ended alerts, also those of their chats, and closes those of a user who has seen the alert. */
async function closeAlarms(push: PushWriter, event: AlertEvent): Promise<void> {
  // The alert may be reopened by now.
  if (event.name === 'alert:resolved') for (const id of await endedAmong(push.tx, [event.payload.id])) await push.remove(id)
  if (event.name === 'alert:deleted') await push.remove(event.payload.alertId)
  if (event.name === 'alert:list_changed')
    for (const id of await endedAmong(push.tx, await push.notified(['alert', 'alertChat']))) await push.remove(id)
  if (event.name === 'alert:answered' && event.payload.seenAt !== null) {
    const userId = userOfRooms(event.rooms)
    if (userId !== undefined) await push.markSeen(event.payload.alertId, userId)
  }
}

/**
 * Reminds users of alerts that stand still: each user of the first one. The page lists the others.
 * @param reminded users who were reminded together with them; the users of these alerts are added
 */
async function remind(push: PushWriter, alertIds: readonly string[], reminded: Set<string>): Promise<void> {
  for (const id of alertIds) {
    const userIds = (await remindedUsers(push.tx, id)).filter((userId) => !reminded.has(userId))
    await push.show(id, userIds)
    for (const userId of userIds) reminded.add(userId)
  }
}

function titleOf({ raiser, raisedFor, isDrill }: Pick<Alarm, 'raiser' | 'raisedFor' | 'isDrill'>, language: Language): string {
  if (raiser === null) return textIn(language, 'push.alert.anonymous')
  const name = nameIn(language, nameParts(raiser))
  if (isDrill || raisedFor === null) return textIn(language, isDrill ? 'push.drill' : 'push.alert', { name })
  const { person: user, name: typed } = raisedFor
  const person = user ? nameIn(language, nameParts(user)) : typed
  return textIn(language, person === '' ? 'push.alert.forOther' : 'push.alert.for', { name, person })
}

const unreadableAlert = ({ entity_id: id, language, tag }: PushSubject) => ({
  id,
  tag,
  messageThreadId: null,
  title: textIn(language, 'alerts.title'),
  body: textIn(language, 'push.alert.over'),
})
