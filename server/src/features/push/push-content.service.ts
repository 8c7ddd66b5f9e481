import { nameIn } from '@noroshi/contract/accounts/person-name'
import type { Language } from '@noroshi/contract/i18n'
import type { PushPayload } from '@noroshi/contract/push/push.payload'
import { textIn } from '@noroshi/contract/texts'
import type { Db } from '#/db/pool.ts'
import { nameParts } from '#/features/accounts/people.service.ts'
import { type Alarm, alarmOf } from '#/features/alerts/alarms.service.ts'
import { alertChatOf } from '#/features/alerts/alert-chat-members.service.ts'
import { ringingOf } from '#/features/calls/ringing.service.ts'
import { unreadThreadOf } from '#/features/messaging/unread-threads.service.ts'
import type { DueNotification } from './notifications.sql.ts'

type Subject = Pick<DueNotification, 'kind' | 'entity_id' | 'user_id' | 'language' | 'tag'>

/**
 * Returns the current content of a notification for a user, by the user's current rights.
 * @returns null if there is nothing to show: the user may not read it, has seen or read it, or it has ended
 */
export function shownContent(db: Db, subject: Subject): Promise<PushPayload | null> {
  return CONTENTS[subject.kind](db, subject, true)
}

/**
 * Returns the payload that closes the alarm of a user who has seen the alert.
 * @returns null if the alert has ended or the user may no longer read it
 */
export async function seenContent(db: Db, { entity_id: id, user_id, language, tag }: Subject): Promise<PushPayload | null> {
  const alarm = await alarmOf(db, id, user_id)
  if (alarm === null || !alarm.isActive) return null
  const { messageThreadId } = alarm
  return {
    kind: 'alertSeen',
    id,
    tag,
    messageThreadId,
    title: titleOf(alarm, language),
    body: textIn(language, 'push.alert.seen'),
  }
}

/** Returns the payload that replaces a notification that a device may show. */
export async function removalContent(db: Db, subject: Subject): Promise<PushPayload> {
  const content = await CONTENTS[subject.kind](db, subject, false)
  return content ?? unreadableContent(subject)
}

/** The removal of a notification whose subject was deleted or may no longer be read by the user. */
function unreadableContent({ kind, entity_id: id, language, tag }: Subject): PushPayload {
  if (kind === 'messages') return { kind: 'messagesRead', id, tag, count: 0, title: textIn(language, 'messages.title'), body: '' }
  if (kind === 'alert' || kind === 'alertChat')
    return {
      kind: kind === 'alert' ? 'alertResolved' : 'alertChatRead',
      id,
      tag,
      messageThreadId: null,
      title: textIn(language, 'alerts.title'),
      body: textIn(language, 'push.alert.over'),
    }
  const title = textIn(language, 'calls.title')
  return {
    kind: 'callEnded',
    id,
    tag,
    callId: id,
    isGroupCall: false,
    isMissed: false,
    title,
    body: textIn(language, 'push.call.ended'),
  }
}

const ALERT_BODIES = { shown: 'push.alert.open', resolved: 'push.alert.resolved' } as const
const DRILL_BODIES = { shown: 'push.drill.open', resolved: 'push.drill.over' } as const

function titleOf({ raiser, isDrill }: Pick<Alarm, 'raiser' | 'isDrill'>, language: Language): string {
  if (raiser === null) return textIn(language, 'push.alert.anonymous')
  return textIn(language, isDrill ? 'push.drill' : 'push.alert', { name: nameIn(language, nameParts(raiser)) })
}

async function alertContent(db: Db, { entity_id: id, user_id, language, tag }: Subject, isShown: boolean) {
  const alarm = await alarmOf(db, id, user_id)
  if (alarm === null || (isShown && !alarm.isDue)) return null
  const { messageThreadId } = alarm
  const title = titleOf(alarm, language)
  const bodies = alarm.isDrill ? DRILL_BODIES : ALERT_BODIES
  const body = textIn(language, isShown ? bodies.shown : bodies.resolved)
  return { kind: isShown ? ('alert' as const) : ('alertResolved' as const), id, tag, messageThreadId, title, body }
}

async function alertChatContent(db: Db, { entity_id: id, user_id, language, tag }: Subject, isShown: boolean) {
  const chat = await alertChatOf(db, id, user_id)
  if (chat === null || (isShown && !chat.isActive)) return null
  const { messageThreadId, isOwn, isDrill, isActive } = chat
  const own = isDrill ? 'push.alertChat.ownDrill' : 'push.alertChat.own'
  const title = isOwn ? textIn(language, own) : titleOf(chat, language)
  if (isShown)
    return { kind: 'alertChat' as const, id, tag, messageThreadId, title, body: textIn(language, 'push.alertChat.open') }
  const body = textIn(language, isActive ? 'push.messages.read' : isDrill ? 'push.drill.over' : 'push.alert.resolved')
  return { kind: 'alertChatRead' as const, id, tag, messageThreadId, title, body }
}

async function callContent(db: Db, { entity_id: id, user_id, language, tag }: Subject, isShown: boolean) {
  const ringing = await ringingOf(db, id, user_id)
  if (ringing === null || (isShown && !ringing.isRinging)) return null
  const { callId, isGroupCall, caller, groupName, isMissed } = ringing
  const title = groupName ?? nameIn(language, caller)
  const shown = isGroupCall ? 'calls.incomingGroup' : 'calls.incoming'
  const ended = isMissed ? 'push.call.missed' : 'push.call.ended'
  const kind = isShown ? ('call' as const) : ('callEnded' as const)
  return { kind, id, tag, callId, isGroupCall, isMissed, title, body: textIn(language, isShown ? shown : ended) }
}

async function messagesContent(db: Db, { entity_id: id, user_id, language, tag }: Subject, isShown: boolean) {
  const thread = await unreadThreadOf(db, user_id, id)
  if (thread === null || (isShown && thread.unread === 0)) return null
  const { unread: count, groupName, other } = thread
  const title = groupName ?? nameIn(language, nameParts(other))
  if (isShown) return { kind: 'messages' as const, id, tag, count, title, body: textIn(language, 'push.messages', { count }) }
  return { kind: 'messagesRead' as const, id, tag, count, title, body: '' }
}

const CONTENTS = { alert: alertContent, alertChat: alertChatContent, call: callContent, messages: messagesContent }
