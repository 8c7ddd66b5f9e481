import { z } from 'zod'
import { Person } from '../accounts/accounts.http.ts'
import { Timestamp, Uuid, Version } from '../define.ts'

/** Kinds of emergencies. The raiser or a reader sets the kind of an alert. */
export const ALERT_KINDS = ['fire', 'medical', 'trapped', 'missing', 'other'] as const
export const AlertKind = z.enum(ALERT_KINDS, 'common.wrongType')
export type AlertKind = z.infer<typeof AlertKind>

/** The severities of CAP 1.2 without its `Unknown`, which is null here. */
export const ALERT_SEVERITIES = ['extreme', 'severe', 'moderate', 'minor'] as const
export const AlertSeverity = z.enum(ALERT_SEVERITIES, 'common.wrongType')
export type AlertSeverity = z.infer<typeof AlertSeverity>

/** The states of the help for an alert, in their order. */
export const ALERT_STAGES = ['unattended', 'attended', 'onTheWay', 'arrived', 'done'] as const
export type AlertStage = (typeof ALERT_STAGES)[number]

/** A state that a reader reports for others, such as after a call by phone. */
export const ReportedStage = z.enum(['attended', 'onTheWay', 'arrived', 'done'], 'common.wrongType')
export type ReportedStage = z.infer<typeof ReportedStage>

/** How far a user who responds is. */
export const ResponderProgress = z.enum(['onTheWay', 'arrived', 'done'], 'common.wrongType')
export type ResponderProgress = z.infer<typeof ResponderProgress>

export const CLOSE_REASONS = ['real', 'falseAlarm', 'drill', 'duplicate'] as const
export const CloseReason = z.enum(CLOSE_REASONS, 'common.wrongType')
export type CloseReason = z.infer<typeof CloseReason>

/** Max UTF-16 units of the text with which an alert is closed. */
export const CLOSE_NOTE_MAX = 240
/** Max UTF-16 units of a private note. */
export const ALERT_NOTE_MAX = 2000
/** Max private notes of an alert. */
export const ALERT_NOTES_MAX = 200

/** The user or the alert group that an alert is assigned to. */
export const AlertAssignee = z.union([
  z.object({ user: Person, group: z.null() }),
  z.object({ user: z.null(), group: z.object({ id: Uuid, name: z.string() }) }),
])
export type AlertAssignee = z.infer<typeof AlertAssignee>

/**
 * The decisions about an alert. Its readers with a session have them; the device of an anonymous raiser does not, since
 * they name people.
 */
export const AlertHandling = z
  .object({
    kind: AlertKind.nullable(),
    severity: AlertSeverity.nullable(),
    /** null: none was reported. {@link stageOf} also considers the responders. */
    reportedStage: ReportedStage.nullable(),
    assignee: AlertAssignee.nullable(),
    /** The alert that this one is a duplicate of. A reader may have no right to open it. */
    duplicateOf: Uuid.nullable(),
    /** null: the alert is active, or was resolved without a reason. */
    closeReason: CloseReason.nullable(),
    closeNote: z.string(),
    changedAt: Timestamp,
    version: Version,
  })
  .meta({ id: 'AlertHandling' })
export type AlertHandling = z.infer<typeof AlertHandling>

interface StageFacts {
  readonly resolvedAt: string | null
  readonly counts: {
    readonly responding: number
    readonly onTheWay?: number | undefined
    readonly arrived?: number | undefined
    readonly finished?: number | undefined
  }
  /** `assignee`: null, or anything else. */
  readonly handling?: { readonly assignee: unknown; readonly reportedStage: ReportedStage | null } | undefined
}

/**
 * Returns the state of the help for an alert: the furthest of what was reported, the assignment and the responders. It
 * is derived, so that concurrent changes converge.
 */
export function stageOf({ resolvedAt, counts, handling }: StageFacts): AlertStage {
  if (resolvedAt !== null) return 'done'
  const { responding, onTheWay = 0, arrived = 0, finished = 0 } = counts
  const stages: readonly AlertStage[] = [
    handling?.reportedStage ?? 'unattended',
    handling?.assignee || responding > 0 ? 'attended' : 'unattended',
    onTheWay > 0 ? 'onTheWay' : 'unattended',
    arrived > 0 ? 'arrived' : 'unattended',
    responding > 0 && finished === responding ? 'done' : 'unattended',
  ]
  return ALERT_STAGES.findLast((stage) => stages.includes(stage)) ?? 'unattended'
}
