import { z } from 'zod'
import { defineRoutes, EmptyReply, listOf, Timestamp, Uuid } from '../define.ts'

/**
 * A source of anonymous alerts: a network address, which the server stores as a keyed hash only (decisions/0116). All people
 * behind one router are one source.
 */
export const AlertSource = z
  .object({
    id: Uuid,
    /** Anonymous alerts of the source in the last hour, of the last days (`SOURCE_KEPT_DAYS`), and those that are active. */
    lastHourCount: z.int(),
    totalCount: z.int(),
    activeCount: z.int(),
    /** Time of its newest alert; null if none is stored any more. */
    lastAt: Timestamp.nullable(),
    /** The end of the mute; null: the source is not muted. */
    mutedUntil: Timestamp.nullable(),
    /** true: not an address, but the pages of other websites, which are always muted (decisions/0116). */
    isOtherSites: z.boolean().optional(),
  })
  .meta({ id: 'AlertSource' })
export type AlertSource = z.infer<typeof AlertSource>

/** Returns the name of a source on screens and in the audit log: six hexadecimal digits of its id, such as #3FA81C. */
export const sourceName = (sourceId: string): string => `#${sourceId.slice(0, 6).toUpperCase()}`

/** An anonymous alert that reaches administrators only. */
export const MutedAlert = z
  .object({
    id: Uuid,
    MessageThreadId: Uuid,
    createdAt: Timestamp,
    isActive: z.boolean(),
    /** The beginning of the alert's text. */
    text: z.string(),
    /** null: the source was deleted after some days. */
    sourceId: Uuid.nullable(),
  })
  .meta({ id: 'MutedAlert' })
export type MutedAlert = z.infer<typeof MutedAlert>

const Time = z.iso.datetime({ offset: true, error: 'common.wrongType' })

/** Selects active anonymous alerts by their source, by the time at which they were raised, or by both. */
const Selection = z.object({
  sourceId: Uuid.optional(),
  /** Alerts raised at this time or later. */
  from: Time.optional(),
  /** Alerts raised before this time; by default the present. */
  to: Time.optional(),
})
type Selection = z.output<typeof Selection>

const isBounded = ({ sourceId, from }: Selection) => sourceId !== undefined || from !== undefined
const boundsMissing = { path: ['from'], error: 'common.required' }

const SourceParams = z.object({ sourceId: Uuid })

export const anonymousAlertRoutes = defineRoutes({
  sources: {
    method: 'GET',
    path: '/admin/anonymous-alerts/sources',
    access: 'admin',
    reply: z.object({ items: z.array(AlertSource) }),
    summary: 'Sources of anonymous alerts: muted ones first, then those with the most alerts in the last hour. At most fifty.',
  },
  count: {
    method: 'GET',
    path: '/admin/anonymous-alerts/count',
    access: 'admin',
    query: Selection.refine(isBounded, boundsMissing),
    reply: z.object({
      count: z.int(),
      /** The `to` of the request, or the time of the count. Resolving with it affects no alert that was not counted. */
      to: Timestamp,
    }),
    summary: 'Number of active anonymous alerts of a source or a time span.',
  },
  resolve: {
    method: 'PUT',
    path: '/admin/anonymous-alerts/resolve',
    access: 'admin',
    onFullDisk: 'accepted',
    body: Selection.extend({
      /** `dismiss` also takes the alerts off the lists of all users: only administrators find them, among the muted ones. */
      action: z.enum(['resolve', 'dismiss'], 'common.wrongType'),
    }).refine(isBounded, boundsMissing),
    reply: z.object({ count: z.int() }),
    summary: 'Resolve or dismiss all active anonymous alerts of a source or a time span. Alerts with a name stay unchanged.',
  },
  mute: {
    method: 'PUT',
    path: '/admin/anonymous-alerts/sources/:sourceId/mute',
    access: 'admin',
    onFullDisk: 'accepted',
    params: SourceParams,
    errors: ['alert.sourceNotFound'],
    reply: z.object({ mutedUntil: Timestamp }),
    summary: 'Mute a source for an hour from now: its anonymous alerts reach administrators only.',
  },
  unmute: {
    method: 'DELETE',
    path: '/admin/anonymous-alerts/sources/:sourceId/mute',
    access: 'admin',
    params: SourceParams,
    errors: ['alert.sourceNotFound'],
    reply: EmptyReply,
    summary: 'End the mute of a source. Alerts that it has raised meanwhile stay muted.',
  },
  muted: {
    method: 'GET',
    path: '/admin/anonymous-alerts/muted',
    access: 'admin',
    query: z.object({ cursor: Uuid.optional() }),
    reply: listOf(MutedAlert),
    summary: 'Alerts that reach administrators only, newest first.',
  },
  release: {
    method: 'PUT',
    path: '/admin/anonymous-alerts/:id/release',
    access: 'admin',
    onFullDisk: 'accepted',
    params: z.object({ id: Uuid }),
    errors: ['alert.notFound', 'alert.notMuted'],
    reply: z.object({ recipientCount: z.int() }),
    summary: 'Release a muted or dismissed alert: it becomes active and alarms everyone that an anonymous alert reaches.',
  },
})
