import { alarmAppRoutes } from '@noroshi/contract/alarm-app/alarm-app.http'
import type { MessageKey } from '@noroshi/contract/messages'
import type { PushPayload } from '@noroshi/contract/push/push.payload'
import { API_BASE } from '@noroshi/contract/routes'
import { textIn } from '@noroshi/contract/texts'
import type { PublishedMessage, PublishedPush } from './alarm-app.sql.ts'
import { tokenOf } from './alarm-app-tokens.ts'

/** The path of the icons, which are receipts. */
export const RECEIPTS = '/app-alarms/receipts'

interface Shown {
  readonly title: MessageKey
  readonly message: MessageKey
  /** 5: the app repeats its sound if the user has set so. 4 and 3 sound once, 2 is silent. */
  readonly priority: 2 | 3 | 4 | 5
  /** Whether it has the button "I am responding". */
  readonly isAnswered?: true
  /** Whether the app confirms that it has it. */
  readonly hasReceipt?: true
}

const shown = {
  alert: { title: 'alarmApp.alert', message: 'alarmApp.alert.open', priority: 5, isAnswered: true, hasReceipt: true },
  drill: { title: 'alarmApp.drill', message: 'alarmApp.drill.open', priority: 5, isAnswered: true, hasReceipt: true },
  over: { title: 'alarmApp.over', message: 'alarmApp.over.open', priority: 2 },
  drillOver: { title: 'alarmApp.drillOver', message: 'alarmApp.over.open', priority: 2 },
  alertChat: { title: 'alarmApp.alertChat', message: 'alarmApp.openNoroshi', priority: 4 },
  alertStalled: { title: 'alarmApp.alertStalled', message: 'alarmApp.openNoroshi', priority: 4 },
  rollCall: { title: 'alarmApp.rollCall', message: 'alarmApp.openNoroshi', priority: 4 },
  urgentRollCall: { title: 'alarmApp.rollCall', message: 'alarmApp.openNoroshi', priority: 5 },
  rollCallDrill: { title: 'alarmApp.rollCallDrill', message: 'alarmApp.openNoroshi', priority: 4 },
  urgentRollCallDrill: { title: 'alarmApp.rollCallDrill', message: 'alarmApp.openNoroshi', priority: 5 },
  call: { title: 'alarmApp.call', message: 'alarmApp.openNoroshi', priority: 4 },
  messages: { title: 'alarmApp.messages', message: 'alarmApp.openNoroshi', priority: 3 },
  health: { title: 'alarmApp.health', message: 'alarmApp.openNoroshi', priority: 3 },
  linked: { title: 'alarmApp.linked', message: 'alarmApp.linked.open', priority: 3 },
  test: { title: 'alarmApp.test', message: 'alarmApp.test.open', priority: 5, hasReceipt: true },
} as const satisfies Record<string, Shown>

/** The kind of a notice in the app. `clear`: it removes the notification of the tag. */
export type Notice = keyof typeof shown | 'clear'

/** Returns the path of an alert. */
export const alertPage = (id: string, messageThreadId: string | null): string =>
  messageThreadId === null ? '/alerts' : `/alerts/${id}/messages/${messageThreadId}`

/** Returns what the app shows for a notification, and the path of the page that it opens. */
export function noticeOf(payload: PushPayload): { readonly notice: Notice; readonly page: string } {
  const { kind, id } = payload
  if (kind === 'alert' || kind === 'alertChat' || kind === 'alertStalled')
    return { notice: kind, page: alertPage(id, payload.messageThreadId) }
  if (kind === 'call') return { notice: kind, page: '/' }
  if (kind === 'rollCall') return { notice: rollCallNotice(payload), page: `/roll-calls/${id}` }
  if (kind === 'messages') return { notice: kind, page: `/messages/${id}` }
  if (kind === 'health') return { notice: kind, page: '/admin/health' }
  return { notice: 'clear', page: '/' }
}

function rollCallNotice({ isUrgent, isDrill }: { readonly isUrgent: boolean; readonly isDrill: boolean }): Notice {
  if (isUrgent) return isDrill ? 'urgentRollCallDrill' : 'urgentRollCall'
  return isDrill ? 'rollCallDrill' : 'rollCall'
}

/** The digits of an id in base 36, as many as those of an ntfy server. */
const ID_LENGTH = 12
const ID = /^[0-9a-z]{12}$/
/** Returns the id of a message. It contains the position, so that `since` needs no query. */
const idOf = (seq: number): string => seq.toString(36).padStart(ID_LENGTH, '0')
/** Returns the position in the id of a message; null for any other text. */
export const seqOf = (id: string): number | null => (ID.test(id) ? Number.parseInt(id, 36) : null)

const secondsOf = (date: Date): number => Math.floor(date.getTime() / 1000)

/** A line of the protocol that has no message. */
export const eventLine = (event: 'open' | 'keepalive', seq: number, topic: string, now: Date): string =>
  JSON.stringify({ id: idOf(seq), time: secondsOf(now), event, topic })

/** The address of this server as the app knows it, the topic of the device and the key of the tokens. */
export interface LineContext {
  readonly base: string
  readonly topic: string
  readonly key: Buffer
}

/**
 * Returns a message as the app gets it: without a name, a location or a text of a user, since the app stores it unencrypted.
 * A sound that repeats stops only when its user swipes the notification away or opens the topic. Nothing may remove such a
 * notification before: no tap and no button, and no later message with its `sequence_id` may be quieter.
 */
export function messageLine(line: PublishedMessage, { base, topic, key }: LineContext): string {
  const { seq, device_id: deviceId, entity_id: entityId, notice, tag, language, page } = line
  const head = { id: idOf(seq), time: secondsOf(line.published_at), expires: secondsOf(line.expires_at), topic }
  if (notice === 'clear') return JSON.stringify({ ...head, event: 'message_clear', sequence_id: tag })
  const { title, message, priority, isAnswered, hasReceipt }: Shown = shown[notice]
  const isRepeating = line.is_looping && priority === 5
  const subject = { deviceId, entityId }
  const respond = isAnswered && {
    id: 'respond',
    action: 'http',
    label: textIn(language, 'push.respond'),
    clear: !isRepeating,
    method: 'POST',
    url: base + API_BASE + alarmAppRoutes.respond.path,
    headers: { Authorization: `Bearer ${tokenOf(key, 'respond', subject)}` },
  }
  const open = { id: 'open', action: 'view', label: textIn(language, 'push.open'), clear: !isRepeating, url: base + page }
  return JSON.stringify({
    ...head,
    event: 'message',
    sequence_id: notice === 'over' || notice === 'drillOver' ? `${tag}-over` : tag,
    title: textIn(language, title),
    message: textIn(language, message),
    priority,
    ...(!isRepeating && { click: base + page }),
    ...(hasReceipt && { icon: `${base}${RECEIPTS}/${tokenOf(key, 'receipt', subject)}` }),
    actions: [...(respond ? [respond] : []), open],
  })
}

/** Returns an encrypted notification as the app gets it, which passes the bytes on to the browser of the topic. */
export function pushLine({ seq, published_at: publishedAt, expires_at: expiresAt, body }: PublishedPush, topic: string): string {
  const head = { id: idOf(seq), time: secondsOf(publishedAt), expires: secondsOf(expiresAt), event: 'message', topic }
  return JSON.stringify({ ...head, message: body.toString('base64'), encoding: 'base64' })
}
