import { z } from 'zod'
import { nameIn } from '@noroshi/contract/accounts/person-name'
import { ALERT_STAGES, AlertKind, AlertSeverity, stageOf } from '@noroshi/contract/alerts/handling'
import { type Language, LANGUAGES } from '@noroshi/contract/i18n'
import type { ExportedAlert } from '#/features/alerts/exported-alerts.service.ts'
import type { FeedRow } from './alert-feeds.sql.ts'

const common = {
  status: z.enum(['Actual', 'Exercise', 'Test']),
  language: z.enum(LANGUAGES),
  /** The name of the unit. */
  senderName: z.string(),
}

/** The facts about an alert that a feed passes on: only those that its setting names. */
export const AlertContent = z.object({
  ...common,
  kind: AlertKind.nullable(),
  severity: AlertSeverity.nullable(),
  stage: z.enum(ALERT_STAGES),
  /** When the alert was raised: ISO 8601. */
  onset: z.string(),
  isAnonymous: z.boolean(),
  /** null: anonymous, or the feed has no names. */
  raiser: z.string().nullable(),
  /** null: the feed has no texts. */
  text: z.string().nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  /** Metres. */
  accuracy: z.number().nullable(),
})
export type AlertContent = z.infer<typeof AlertContent>

/** The content of a Cancel. It has nothing about the alert, so that it may stay when the alert is deleted. */
export const CancelContent = z.object({ ...common, reason: z.enum(['resolved', 'falseAlarm', 'withdrawn']) })
export type CancelContent = z.infer<typeof CancelContent>

export interface UnitFacts {
  readonly name: string
  readonly language: Language
}

type FeedSetting = Pick<
  FeedRow,
  'is_test' | 'includes_names' | 'includes_texts' | 'includes_locations' | 'includes_drills' | 'group_ids'
>

const statusOf = (isDrill: boolean, isTest: boolean): AlertContent['status'] =>
  isDrill ? 'Exercise' : isTest ? 'Test' : 'Actual'

/**
 * Whether a feed contains an alert at all. Alerts of muted sources reach administrators only, and no other system. A feed of some
 * alert groups has no alert that reaches everyone because its groups have no members.
 */
export const isInFeed = ({ alert, groupIds }: ExportedAlert, feed: FeedSetting): boolean =>
  alert.isMuted !== true &&
  (alert.isDrill !== true || feed.includes_drills) &&
  (feed.group_ids === null || groupIds.some((id) => feed.group_ids?.includes(id)))

/** Returns what a feed passes on about an active alert. */
export function contentOf({ alert, handling }: ExportedAlert, feed: FeedSetting, unit: UnitFacts): AlertContent {
  const { raisedBy } = alert
  const isLocated = feed.includes_locations
  return {
    status: statusOf(alert.isDrill === true, feed.is_test),
    language: unit.language,
    senderName: unit.name,
    kind: handling?.kind ?? null,
    severity: handling?.severity ?? null,
    stage: stageOf({ resolvedAt: alert.resolvedAt, counts: alert.counts, ...(handling && { handling }) }),
    onset: alert.createdAt,
    isAnonymous: raisedBy === null,
    raiser: feed.includes_names && raisedBy !== null ? nameIn(unit.language, raisedBy) : null,
    text: feed.includes_texts ? alert.textContent : null,
    latitude: isLocated ? alert.latitude : null,
    longitude: isLocated ? alert.longitude : null,
    accuracy: isLocated ? alert.accuracy : null,
  }
}

/** Returns the content of the message that ends what an earlier one began. @param exported undefined for a deleted alert */
export function cancelOf(
  { status }: Pick<AlertContent, 'status'>,
  exported: ExportedAlert | undefined,
  unit: UnitFacts,
): CancelContent {
  const isResolved = exported !== undefined && exported.alert.resolvedAt !== null && exported.alert.isMuted !== true
  const isFalse = isResolved && exported.handling?.closeReason === 'falseAlarm'
  const reason = isFalse ? 'falseAlarm' : isResolved ? 'resolved' : 'withdrawn'
  return { status, language: unit.language, senderName: unit.name, reason }
}
