import type { AlertKind, AlertSeverity } from '@noroshi/contract/alerts/handling'
import { textIn } from '@noroshi/contract/texts'
import { type XmlContent, writeXml } from '#/ports/xml/write-xml.ts'
import type { FeedRow, MessageRow } from './alert-feeds.sql.ts'
import { AlertContent, CancelContent } from './feed-content.ts'

const CAP_NAMESPACE = 'urn:oasis:names:tc:emergency:cap:1.2'
/** Min radius of a circle in kilometres: no location is exact. */
const RADIUS_MIN_KM = 0.01
/** Digits of coordinates after the point: a tenth of a metre. */
const DIGITS = 6

const CATEGORY = {
  fire: 'Fire',
  medical: 'Health',
  trapped: 'Rescue',
  missing: 'Rescue',
  other: 'Safety',
} as const satisfies Record<AlertKind, string>
const SEVERITY = { extreme: 'Extreme', severe: 'Severe', moderate: 'Moderate', minor: 'Minor' } as const satisfies Record<
  AlertSeverity,
  string
>

/** Returns a time as CAP 1.2 wants it: seconds with an offset, and UTC as `-00:00`, never `Z`. */
export const capTime = (time: Date): string => `${time.toISOString().slice(0, 19)}-00:00`

/** Returns the reference to a message: `sender,identifier,sent`. */
export const referenceOf = (sender: string, { id, sent_at }: Pick<MessageRow, 'id' | 'sent_at'>): string =>
  `${sender},${id},${capTime(sent_at)}`

/** Quotes an address with spaces, as CAP 1.2 wants it. */
const quoted = (address: string): string => (/\s/.test(address) ? `"${address}"` : address)

const coordinates = ({ latitude, longitude }: { readonly latitude: number; readonly longitude: number }) => ({
  latitude: latitude.toFixed(DIGITS),
  longitude: longitude.toFixed(DIGITS),
})

/**
 * Returns the terms of CAP 1.2 for what is known about an alert. An SOS is immediate, unless its severity says otherwise. It is
 * observed when helpers have arrived, and likely when a kind or severity was set.
 */
export function capTerms({ kind, severity, stage }: Pick<AlertContent, 'kind' | 'severity' | 'stage'>) {
  const isJudged = kind !== null || severity !== null
  const isObserved = stage === 'arrived' || stage === 'done'
  return {
    category: CATEGORY[kind ?? 'other'],
    urgency: severity === 'moderate' || severity === 'minor' ? 'Expected' : 'Immediate',
    severity: severity === null ? 'Unknown' : SEVERITY[severity],
    certainty: isObserved ? 'Observed' : isJudged ? 'Likely' : 'Unknown',
  }
}

/** Returns the event and the headline of an alert, in the language of the unit. */
export function capTexts({ kind, language, isAnonymous, raiser }: AlertContent) {
  const event =
    kind === null
      ? textIn(language, 'cap.event')
      : textIn(language, 'cap.eventOfKind', { kind: textIn(language, `alerts.kind.${kind}`) })
  const headline =
    raiser !== null
      ? textIn(language, 'cap.headlineOf', { event, name: raiser })
      : isAnonymous
        ? textIn(language, 'cap.anonymous', { event })
        : event
  return { event, headline }
}

function areaOf({ language, latitude, longitude, accuracy }: AlertContent): XmlContent {
  if (latitude === null || longitude === null) return { areaDesc: textIn(language, 'cap.notLocated') }
  const at = coordinates({ latitude, longitude })
  const radius = Math.max(RADIUS_MIN_KM, (accuracy ?? 0) / 1000)
  return { areaDesc: textIn(language, 'cap.around', at), circle: `${at.latitude},${at.longitude} ${radius.toFixed(3)}` }
}

function infoOf(content: AlertContent): XmlContent {
  const { category, urgency, severity, certainty } = capTerms(content)
  const { event, headline } = capTexts(content)
  return {
    language: content.language,
    category,
    event,
    urgency,
    severity,
    certainty,
    onset: capTime(new Date(content.onset)),
    senderName: content.senderName,
    headline,
    description: content.text === null || content.text === '' ? undefined : content.text,
    parameter: { valueName: 'noroshi:stage', value: content.stage },
    area: areaOf(content),
  }
}

/** Returns the facts about the alert of a message; null for a Cancel. */
export const alertContentOf = ({ type, content }: Pick<MessageRow, 'type' | 'content'>): AlertContent | null =>
  type === 'Cancel' ? null : AlertContent.parse(content)

/** Returns a message as a document of CAP 1.2. The elements are in the order of its schema. */
export function capDocument(feed: Pick<FeedRow, 'sender' | 'recipient'>, message: MessageRow): string {
  const info = alertContentOf(message)
  const cancel = info === null ? CancelContent.parse(message.content) : null
  return writeXml({
    alert: {
      '@xmlns': CAP_NAMESPACE,
      identifier: message.id,
      sender: feed.sender,
      sent: capTime(message.sent_at),
      status: info?.status ?? cancel?.status,
      msgType: message.type,
      scope: 'Private',
      addresses: quoted(feed.recipient),
      note: cancel === null ? undefined : textIn(cancel.language, `cap.${cancel.reason}`),
      references: message.refs.length === 0 ? undefined : message.refs.join(' '),
      incidents: message.alert_id,
      info: info === null ? undefined : infoOf(info),
    },
  })
}
