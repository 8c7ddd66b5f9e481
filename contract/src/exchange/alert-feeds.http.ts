import { z } from 'zod'
import { AlertGroup } from '../alerts/alert-groups.http.ts'
import { defineRoutes, EmptyReply, listOf, Timestamp, Uuid } from '../define.ts'
import { ownLink } from '../own-link.ts'
import { nameText } from '../text/name-text.ts'

/** Max feeds of alerts of one server. */
export const ALERT_FEEDS_MAX = 10
/** Max UTF-16 units of the name of a feed, and of its recipient. */
const ALERT_FEED_TEXT_MAX = 100

/** Max alert groups of one feed. */
const ALERT_FEED_GROUPS_MAX = 50

/** The parts of alerts that a feed contains. */
const content = {
  /** The names of raisers. Anonymous raisers never have one. */
  includesNames: z.boolean('common.wrongType'),
  /** The texts of raisers. */
  includesTexts: z.boolean('common.wrongType'),
  includesLocations: z.boolean('common.wrongType'),
  /** Drills, with the status `Exercise`. */
  includesDrills: z.boolean('common.wrongType'),
}

/** A feed of alerts for another system: CAP 1.2 and GeoJSON, readable with its token only. */
export const AlertFeed = z
  .object({
    id: Uuid,
    name: z.string(),
    /** The recipient, for administrators and as `addresses` of each message. */
    recipient: z.string(),
    /** The `sender` of its messages: a name of this server that never changes. */
    sender: z.string(),
    /** Whether its messages have the status `Test`. */
    isTest: z.boolean(),
    ...content,
    /** The feed has the alerts that reach one of these alert groups, also of deleted ones; null: of all groups. */
    groups: z.array(AlertGroup.pick({ id: true, name: true, isBuiltIn: true })).nullable(),
    createdAt: Timestamp,
    /** Time of the last read, with an accuracy of one minute; null: never. */
    lastReadAt: Timestamp.nullable(),
  })
  .meta({ id: 'AlertFeed' })
export type AlertFeed = z.infer<typeof AlertFeed>

/** The form that adds a feed of alerts. */
export const AlertFeedForm = z.object({
  name: nameText('exchange.nameRequired').min(1, 'exchange.nameRequired').max(ALERT_FEED_TEXT_MAX, 'common.tooLong'),
  recipient: nameText('exchange.recipientRequired')
    .min(1, 'exchange.recipientRequired')
    .max(ALERT_FEED_TEXT_MAX, 'common.tooLong')
    // CAP 1.2 puts an address with spaces between quotation marks and has no escape for them.
    .refine((recipient) => !recipient.includes('"'), 'exchange.recipientQuotes'),
  isTest: z.boolean('common.wrongType'),
  ...content,
  /** null: alerts of all groups. */
  groupIds: z
    .array(Uuid, 'exchange.groupRequired')
    .min(1, 'exchange.groupRequired')
    .max(ALERT_FEED_GROUPS_MAX, 'common.wrongType')
    .nullable()
    .default(null),
})

export const alertFeedRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: '/admin/alert-feeds',
    access: 'admin',
    reply: listOf(AlertFeed),
    summary: 'Feeds of alerts for other systems without their tokens, ordered by name.',
  },
  create: {
    method: 'POST',
    path: '/admin/alert-feeds',
    access: 'admin',
    body: AlertFeedForm,
    errors: ['alertFeed.tooMany', 'alertGroup.notFound'],
    status: 201,
    reply: AlertFeed.extend({
      /** The link is `/alert-feeds/{token}/`, before `cap.atom` and `alerts.geojson`. No other reply contains the token. */
      ...ownLink,
    }),
    summary: 'Add a feed of alerts and return its address with its token.',
  },
  revoke: {
    method: 'DELETE',
    path: '/admin/alert-feeds/:id',
    access: 'admin',
    params: z.object({ id: Uuid }),
    errors: ['alertFeed.notFound'],
    reply: EmptyReply,
    summary: 'Revoke a feed of alerts. Its addresses answer 404 at once, and its messages are deleted.',
  },
})
