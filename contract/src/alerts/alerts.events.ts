import { z } from 'zod'
import { defineCommand, defineEvents, Timestamp, Uuid, Version } from '../define.ts'
import { ALERT_REPEATS_MAX, DELIVERED_MAX, STALLED_ALERTS_MAX } from '../limits.ts'
import { Person } from '../accounts/accounts.http.ts'
import { Alert, AlertAnswer, AlertMedia } from './alerts.http.ts'
import { AlertCounts } from './alert-counts.ts'
import { AlertHandling, ResponderProgress } from './handling.ts'

/**
 * An alert after a change, with only the files that the change added, or whose transcript changed. A client that then
 * has a number of files other than `mediaCount` missed an event and refetches the alert.
 */
export const AlertChange = Alert.omit({ alertMedias: true })
  .extend({ addedMedias: z.array(AlertMedia), mediaCount: z.int() })
  .meta({ id: 'AlertChange' })
export type AlertChange = z.infer<typeof AlertChange>

export const alertEvents = defineEvents({
  /** Emitted to the audience when the alert is raised or released. Opens the emergency dialog. */
  'alert:new_alert': Alert,
  /** Emitted to all readers when the text, the files or the location changed, or when the alert was reopened. */
  'alert:existing_alert': AlertChange,
  'alert:resolved': AlertChange,
  /** Emitted to all readers when an administrator deleted the alert with its chat and files. */
  'alert:deleted': z.object({ alertId: Uuid }),
  /** Emitted to the readers of alerts if many changed at once or an audience changed: they refetch their alerts. */
  'alert:list_changed': z.object({}),
  /**
   * Emitted to all readers, at most once a second. `version`: the `countsVersion` of the alert. `responders`: at most
   * ten users who respond, latest answer first.
   */
  'alert:ledger': z.object({ alertId: Uuid, version: Version, counts: AlertCounts, responders: z.array(Person) }),
  /** Emitted to the sockets of the user who answered, so that the alarm stops on all their devices. */
  'alert:answered': z.object({
    alertId: Uuid,
    seenAt: Timestamp.nullable(),
    answer: AlertAnswer.nullable(),
    progress: ResponderProgress.optional(),
    isShownToRaiser: z.literal(true).optional(),
    /** The version of the viewer's part of the alert. */
    version: Version,
  }),
  /** Emitted to the readers with a session and to administrators: a decision about an alert. */
  'alert:handled': z.object({ alertId: Uuid, handling: AlertHandling }),
  /** Emitted to administrators and assigned users: the private notes about an alert changed. */
  'alert:noted': z.object({ alertId: Uuid }),
  /** Emitted to administrators and assigned users: these alerts stand still for too long. */
  'alert:stalled': z.object({ alertIds: z.array(Uuid).min(1).max(STALLED_ALERTS_MAX) }),
  /**
   * Emitted 2, 5 and 15 minutes after the alert was raised, to recipients who have not seen it: the alarm sounds again.
   */
  'alert:repeat': z.object({ alertIds: z.array(Uuid).min(1).max(ALERT_REPEATS_MAX) }),
})

const AlertParams = z.object({ alertId: Uuid })
const ofAlert = ({ alertId }: z.output<typeof AlertParams>) => alertId

export const alertCommands = {
  'alert:join_alert_page': defineCommand({
    payload: AlertParams,
    topic: ofAlert,
    allowsRestricted: true,
    errors: ['alert.notFound'],
  }),
  'alert:leave_alert_page': defineCommand({ payload: AlertParams, topic: ofAlert, allowsRestricted: true }),
  /** The device received these alerts. The server acknowledges after the commit. */
  'alert:delivered': defineCommand({
    payload: z.object({ alertIds: z.array(Uuid).min(1).max(DELIVERED_MAX) }),
    topic: 'unordered',
    allowsRestricted: true,
  }),
}
