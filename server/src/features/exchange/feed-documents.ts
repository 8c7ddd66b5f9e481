import { textIn } from '@noroshi/contract/texts'
import { writeXml } from '#/ports/xml/write-xml.ts'
import type { FeedRow, MessageRow } from './alert-feeds.sql.ts'
import { alertContentOf, capTerms, capTexts, capTime } from './cap-document.ts'
import { CancelContent } from './feed-content.ts'

const ATOM_NAMESPACE = 'http://www.w3.org/2005/Atom'
const CAP_TYPE = 'application/cap+xml'

/** A link in a feed is relative to its address, which has the token. */
const hrefOf = ({ id }: MessageRow): string => `messages/${id}.xml`

function titleOf(message: MessageRow): { readonly status: string; readonly title: string } {
  const content = alertContentOf(message)
  if (content !== null) return { status: content.status, title: capTexts(content).headline }
  const { status, language, reason } = CancelContent.parse(message.content)
  return { status, title: textIn(language, `cap.${reason}`) }
}

/** Returns the index of the messages of a feed (Atom, RFC 4287), newest first. */
export function atomFeed(feed: FeedRow, messages: readonly MessageRow[]): string {
  const updated = messages[0]?.sent_at ?? feed.created_at
  return writeXml({
    feed: {
      '@xmlns': ATOM_NAMESPACE,
      id: `urn:uuid:${feed.id}`,
      title: feed.name,
      updated: updated.toISOString(),
      author: { name: feed.sender },
      link: { '@rel': 'self', '@href': 'cap.atom' },
      entry: messages.map((message) => {
        const { status, title } = titleOf(message)
        const time = message.sent_at.toISOString()
        return {
          id: `urn:uuid:${message.id}`,
          title: status === 'Actual' ? title : `[${status}] ${title}`,
          updated: time,
          published: time,
          category: [{ '@term': message.type }, { '@term': status }],
          link: { '@rel': 'alternate', '@type': CAP_TYPE, '@href': hrefOf(message) },
        }
      }),
    },
  })
}

/** Returns the active alerts of a feed as GeoJSON (RFC 7946): the last message about each. */
export function alertsGeoJson(feed: Pick<FeedRow, 'sender' | 'recipient'>, messages: readonly MessageRow[]): string {
  const newest = new Map<string, MessageRow>()
  for (const message of messages) if (!newest.has(message.alert_id)) newest.set(message.alert_id, message)
  const features = [...newest.values()].flatMap((message) => {
    const content = alertContentOf(message)
    if (content === null) return []
    const { latitude, longitude, accuracy, text, stage, status, raiser, onset, kind } = content
    return {
      type: 'Feature',
      id: message.alert_id,
      geometry: latitude === null || longitude === null ? null : { type: 'Point', coordinates: [longitude, latitude] },
      properties: {
        identifier: message.id,
        sender: feed.sender,
        sent: capTime(message.sent_at),
        status,
        msgType: message.type,
        kind,
        ...capTerms(content),
        ...capTexts(content),
        onset,
        stage,
        raiser,
        description: text,
        accuracy,
      },
    }
  })
  return JSON.stringify({ type: 'FeatureCollection', features })
}
