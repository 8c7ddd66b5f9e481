import { FALLBACK_LANGUAGE } from '@noroshi/contract/i18n'
import { NOTICE_SHAPES_MAX } from '@noroshi/contract/notices/notices.http'
import { newId } from '#/db/ids.ts'
import type { Deps } from '#/deps.ts'
import { unitSettings } from '#/features/accounts/server/unit.service.ts'
import { readXml, type XmlElement, XmlRefused } from '#/ports/xml/read-xml.ts'
import { ALL_USERS } from '#/realtime/rooms.ts'
import { deleteNoticesBeyond, earlierNotice, insertNotice, isReplacedLater, lockSource, markReplaced } from './notices.sql.ts'
import { areasIn, highest, type NoticeArea, NoticeRefused, type ParsedNotice, replacesAll } from './parsed-notice.ts'
import { readCap } from './read-cap.ts'
import { readJma } from './read-jma.ts'

/** Notices of one source that are stored. */
export const NOTICES_OF_SOURCE_MAX = 200
/** Areas of a notice that are stored, those of the source's filter first. */
const STORED_AREAS_MAX = 2000

/** Returns the root element of a document. @throws NoticeRefused, XmlRefused */
export const rootOf = (bytes: Uint8Array): XmlElement => readXml(bytes)

/** Returns the problem of a document that cannot be read; undefined for another error. */
export function problemOfDocument(error: unknown): 'tooLarge' | 'broken' | 'unsupported' | undefined {
  return error instanceof XmlRefused || error instanceof NoticeRefused ? error.problem : undefined
}

/**
 * Stores the notice of a document, unless it is stored already or has no area of the source. A later notice about an event
 * replaces the earlier ones, but one that rates no area only those that rate none; exercises and tests replace only each other.
 * @returns whether it was stored
 * @throws NoticeRefused
 */
export async function receiveDocument(deps: Deps, sourceId: string, root: XmlElement): Promise<boolean> {
  const { language } = await unitSettings(deps.db)
  const notice = parse(root, language ?? FALLBACK_LANGUAGE)
  return deps.transaction(async (tx) => {
    const source = await lockSource(tx, sourceId)
    if (!source) return false
    const earlier = await earlierNotice(tx, { sourceId, ...notice })
    const wanted = areasIn(notice.areas, source.areas)
    if (wanted.length === 0 && source.areas.length > 0 && earlier === undefined) return false
    const id = newId()
    // An event is over when its notice was cancelled or has expired: the next warning of the same office is another one.
    const continues = earlier !== undefined && !earlier.is_cancelled && earlier.expires_at > notice.sentAt
    const stream = notice.stream ?? earlier?.stream ?? id
    const replaced = { sourceId, stream, sentAt: notice.sentAt, isRated: replacesAll(notice) }
    const rest = notice.areas.filter((area) => !wanted.includes(area))
    const isStored = await insertNotice(tx, {
      id,
      source_id: sourceId,
      identifier: notice.identifier,
      stream,
      event_id: continues ? earlier.event_id : id,
      status: notice.status,
      severity: wanted.length === 0 ? notice.severity : highest(wanted.map(({ severity }) => severity)),
      publisher: notice.publisher,
      sent_at: notice.sentAt,
      received_at: deps.now(),
      expires_at: notice.expiresAt,
      // A notice that arrives after a later one of its event is replaced by it.
      is_replaced: await isReplacedLater(tx, replaced),
      is_cancelled: notice.isCancelled,
      ...(notice.headline === '' && earlier !== undefined
        ? { ...textsOf(earlier), areas: JSON.stringify(earlier.areas) }
        : { ...textsOf(notice), ...areaColumns([...wanted, ...rest]) }),
    })
    if (!isStored) return false
    await markReplaced(tx, id, replaced)
    await deleteNoticesBeyond(tx, sourceId, NOTICES_OF_SOURCE_MAX)
    tx.emit('notices:changed', [ALL_USERS], {})
    return true
  })
}

function parse(root: XmlElement, language: Parameters<typeof readCap>[1]): ParsedNotice {
  if (root.name === 'alert') return readCap(root, language)
  if (root.name === 'Report') return readJma(root)
  throw new NoticeRefused('unsupported')
}

/** Returns the columns of areas. An area with several codes has one place on the map. */
function areaColumns(areas: readonly NoticeArea[]) {
  const shapes = [...new Set(areas.flatMap((area) => area.shapes ?? []))]
  const named = areas.slice(0, STORED_AREAS_MAX).map(({ name, code, severity }) => ({ name, code, severity }))
  const items = shapes.slice(0, NOTICE_SHAPES_MAX)
  const isPartlyRead = areas.some((area) => area.isPartlyRead === true)
  const isComplete = items.length === shapes.length && !isPartlyRead
  return {
    areas: JSON.stringify(named),
    shapes: shapes.length === 0 && !isPartlyRead ? null : JSON.stringify({ items, isComplete }),
  }
}

/** A message of CAP that only cancels has no texts: those of the earlier one stay. */
const textsOf = <Texts extends { kind: string; headline: string; description: string; language: string | null }>({
  kind,
  headline,
  description,
  language,
}: Texts) => ({ kind, headline, description, language })
