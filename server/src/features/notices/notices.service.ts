import { AlertSeverity } from '@noroshi/contract/alerts/handling'
import { isLanguage } from '@noroshi/contract/i18n'
import {
  NOTICE_SHAPES_LISTED_MAX,
  NOTICE_STATUSES,
  NOTICES_LISTED_MAX,
  NoticeKind,
  type NoticeShape,
  type OfficialNotice,
} from '@noroshi/contract/notices/notices.http'
import type { Deps } from '#/deps.ts'
import { type NoticeRow, shownNotices, shownShapes } from './notices.sql.ts'
import { StoredAreas, StoredShapes } from './stored-areas.ts'

/** Milliseconds for which a notice is listed. */
const SHOWN_MS = 7 * 86_400_000
/** Names of areas in a reply. */
const AREAS_SHOWN = 30

/** Returns the notices of the last days, newest first. */
export async function listNotices({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<{ items: OfficialNotice[]; nextCursor: null }> {
  const rows = await shownNotices(db, new Date(now().getTime() - SHOWN_MS), NOTICES_LISTED_MAX)
  return { items: rows.map(presentNotice), nextCursor: null }
}

/** Returns the areas on the map of the notices in effect, within `NOTICE_SHAPES_LISTED_MAX`. */
export async function listNoticeShapes({
  db,
  now,
}: Pick<Deps, 'db' | 'now'>): Promise<{ items: NoticeShape[]; isComplete: boolean }> {
  const at = now()
  const rows = await shownShapes(db, new Date(at.getTime() - SHOWN_MS), at, NOTICES_LISTED_MAX)
  const notices = rows.map(({ id, shapes }) => ({ id, ...StoredShapes.parse(shapes) }))
  const all = notices.flatMap(({ id, items }) => items.map((shape) => ({ noticeId: id, ...shape })))
  const items = all.slice(0, NOTICE_SHAPES_LISTED_MAX)
  return { items, isComplete: items.length === all.length && notices.every(({ isComplete }) => isComplete) }
}

const presentNotice = (row: NoticeRow): OfficialNotice => ({
  id: row.id,
  kind: NoticeKind.parse(row.kind),
  // An unknown status is of a later version: it is no real one for this version.
  status: NOTICE_STATUSES.find((status) => status === row.status) ?? 'test',
  severity: AlertSeverity.nullable().parse(row.severity),
  headline: row.headline,
  description: row.description,
  language: isLanguage(row.language) ? row.language : null,
  areas: [...new Set(StoredAreas.parse(row.areas).map(({ name }) => name))].filter((name) => name !== '').slice(0, AREAS_SHOWN),
  publisher: row.publisher,
  sourceName: row.source_name,
  sentAt: row.sent_at.toISOString(),
  receivedAt: row.received_at.toISOString(),
  expiresAt: row.expires_at.toISOString(),
  isCancelled: row.is_cancelled,
})
