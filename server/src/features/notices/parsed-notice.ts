import { ALERT_SEVERITIES, type AlertSeverity } from '@noroshi/contract/alerts/handling'
import type { AreaPoint } from '@noroshi/contract/area'
import { toStorable } from '@noroshi/contract/define'
import type { Language } from '@noroshi/contract/i18n'
import type { NoticeKind, NoticeStatus } from '@noroshi/contract/notices/notices.http'

/** An area on the map. */
interface ParsedShape {
  /** null: unknown. */
  readonly severity: AlertSeverity | null
  /** The points of its edge, at most `NOTICE_SHAPE_POINTS_MAX`. */
  readonly points: readonly AreaPoint[]
}

/** An area of a notice, with what the notice says for it. */
export interface NoticeArea {
  readonly name: string
  /** Codes of the publisher; '' without one. */
  readonly code: string
  /** null: unknown, or over. */
  readonly severity: AlertSeverity | null
  /** Where it is on the map; absent: the notice does not say it. */
  readonly shapes?: readonly ParsedShape[]
  /** The notice says more of where it is than could be read. */
  readonly isPartlyRead?: boolean
}

/** A notice as a document says it. */
export interface ParsedNotice {
  /** The identity of the document at its publisher. */
  readonly identifier: string
  /** The identities of the earlier documents that it changes or cancels (CAP). */
  readonly references: readonly string[]
  /** The notices of one publisher about one event (JMA); null: only references join notices. */
  readonly stream: string | null
  readonly kind: NoticeKind
  readonly status: NoticeStatus
  readonly headline: string
  readonly description: string
  readonly language: Language | null
  readonly areas: readonly NoticeArea[]
  /** The severity of a notice without areas. */
  readonly severity: AlertSeverity | null
  readonly publisher: string
  readonly sentAt: Date
  readonly expiresAt: Date
  readonly isCancelled: boolean
}

/**
 * Whether a notice replaces all earlier ones of its event. One of JMA that rates no area, such as the hypocentre after the first
 * intensities or observations of a tsunami off the coast, adds to the warning and does not end it.
 */
export const replacesAll = ({ isCancelled, references, severity, areas }: ParsedNotice): boolean =>
  isCancelled || references.length > 0 || severity !== null || areas.some((area) => area.severity !== null)

/** Why a document is no notice: it cannot be read, or is of another kind. */
export class NoticeRefused extends Error {
  readonly problem: 'broken' | 'unsupported'
  constructor(problem: 'broken' | 'unsupported') {
    super(problem)
    this.problem = problem
  }
}

/** Milliseconds after which a notice without an end is over. */
const EXPIRES_MS = 24 * 3_600_000
/** Max milliseconds for which a notice is in effect. */
const EXPIRES_MAX_MS = 7 * 24 * 3_600_000

/** Areas that a notice is compared with a filter by. A report of an earthquake names all its municipalities. */
export const PARSED_AREAS_MAX = 4000

/** Returns a text of a document within a limit of UTF-16 units. */
export const cut = (text: string, max: number): string => toStorable(text.trim().slice(0, max))

/** Returns a time of a document. @throws NoticeRefused */
export function timeOf(text: string): Date {
  const time = new Date(text)
  // A time without an offset would be one of the server.
  if (!/(?:Z|[-+]\d\d:\d\d)$/.test(text) || Number.isNaN(time.getTime())) throw new NoticeRefused('broken')
  // PostgreSQL stores these years.
  if (time.getUTCFullYear() < 1900 || time.getUTCFullYear() > 2200) throw new NoticeRefused('broken')
  return time
}

/** Returns when a notice is over. @param expires '' without one */
export function expiryOf(sentAt: Date, expires: string): Date {
  const at = expires === '' ? sentAt.getTime() + EXPIRES_MS : timeOf(expires).getTime()
  return new Date(Math.min(at, sentAt.getTime() + EXPIRES_MAX_MS))
}

/** Returns the highest of severities. */
export const highest = (severities: readonly (AlertSeverity | null)[]): AlertSeverity | null =>
  ALERT_SEVERITIES.find((severity) => severities.includes(severity)) ?? null

/** Whether an area is one of these names or codes. A name also stands for the areas whose names contain it. */
const isNamed = ({ name, code }: NoticeArea, filter: readonly string[]): boolean =>
  filter.some((wanted) => wanted === code || name.includes(wanted))

/** Returns the areas among these that a filter names; all of them for an empty filter. */
export const areasIn = (areas: readonly NoticeArea[], filter: readonly string[]): readonly NoticeArea[] =>
  filter.length === 0 ? areas : areas.filter((area) => isNamed(area, filter))
