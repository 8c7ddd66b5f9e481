import { z } from 'zod'
import { Person } from '../accounts/accounts.http.ts'
import { UnitSettings, UnitSettingsForm } from '../accounts/unit.http.ts'
import { defineRoutes, Timestamp, Uuid } from '../define.ts'
import { ownLink } from '../own-link.ts'

/** The items of the checklist of pages from before the guide, which they also confirm. */
export const SetupItem = z.enum(['unitName', 'people', 'alertGroups', 'map'], 'common.wrongType')
export type SetupItem = z.infer<typeof SetupItem>

/** The steps of the guide, in their order. */
export const SetupStep = z.enum(
  ['unitName', 'location', 'language', 'map', 'people', 'devices', 'groupAndFeed', 'administrators', 'backup', 'drill'],
  'common.wrongType',
)
export type SetupStep = z.infer<typeof SetupStep>

/**
 * `confirmed`: not done, and an administrator wants it so. `unknown`: the server cannot know it, such as the devices of
 * members before the first one has reported.
 */
export const StepState = z.enum(['done', 'confirmed', 'open', 'unknown'])
export type StepState = z.infer<typeof StepState>

/** Max characters of an address of this server. */
const ADDRESS_MAX = 300
/** Max members that the result of a drill names, and that are sent the steps. */
export const DRILL_MISSED_MAX = 100

/** The last drill of alert groups. Its raiser does not count. */
export const DrillResult = z
  .object({
    alertId: Uuid,
    startedAt: Timestamp,
    /** Whether devices may still acknowledge it in time. */
    isRunning: z.boolean(),
    /** Number of users whom it alarmed, and of those of whom a device acknowledged it in time. */
    alarmed: z.int(),
    reached: z.int(),
    /** Time at which it was ended before ALARM_DELIVERY_MINUTES were over; null: it was not. */
    endedEarlyAt: Timestamp.nullable(),
    /** Users whom it did not reach and no later alarm did, by name. At most {@link DRILL_MISSED_MAX}. */
    missed: z.array(Person),
    /** Time at which an administrator sent them the steps; null: none did. */
    stepsSentAt: Timestamp.nullable(),
  })
  .meta({ id: 'DrillResult' })
export type DrillResult = z.infer<typeof DrillResult>

/** The data of the steps. */
export const SetupFacts = z
  .object({
    name: z.string(),
    location: UnitSettings.shape.location,
    language: UnitSettings.shape.language,
    /** Numbers of active users, of those with a ready device, and of those of whom a device has reported. */
    members: z.int(),
    readyMembers: z.int(),
    reportedMembers: z.int(),
    administrators: z.int(),
    /** Whether an invitation link accepts registrations. */
    hasOpenInvitation: z.boolean(),
    /** Whether an alert group besides the built-in one exists, and whether one has an active member. */
    hasGroup: z.boolean(),
    hasGroupMember: z.boolean(),
    hasFeed: z.boolean(),
    /** Whether a feed has an approved post. */
    hasPost: z.boolean(),
    backup: z.object({
      /** Whether a backup is made each day. */
      isOn: z.boolean(),
      /** Whether the last backup that ended is complete; null: none has ended. */
      isComplete: z.boolean().nullable(),
      endedAt: Timestamp.nullable(),
      /** `rehearsed`: restored and compared. `verified`: compared only. */
      rehearsal: z.enum(['rehearsed', 'verified', 'damaged']).nullable(),
    }),
    /** null: there was none. */
    drill: DrillResult.nullable(),
    /** The page on which a member checks a device. */
    readyPage: z.object(ownLink),
  })
  .meta({ id: 'SetupFacts' })
export type SetupFacts = z.infer<typeof SetupFacts>

/** The guide of the first hour. All administrators share it (decisions/0023). */
export const Setup = z
  .object({
    /** For pages from before the guide. An item is done when the data shows it or when an administrator confirmed it. */
    items: z.array(z.object({ item: SetupItem, isDone: z.boolean() })),
    /** Whether the guide is hidden on the home page. */
    isDismissed: z.boolean(),
    /** Absent from a server from before the guide, to which a page may be connected during an update. */
    guide: z.object({ steps: z.array(z.object({ step: SetupStep, state: StepState })), facts: SetupFacts }).optional(),
  })
  .meta({ id: 'Setup' })
export type Setup = z.infer<typeof Setup>
export type SetupGuide = NonNullable<Setup['guide']>

const Confirmable = z.enum([...new Set([...SetupItem.options, ...SetupStep.options])], 'common.wrongType')

export const setupRoutes = defineRoutes({
  read: {
    method: 'GET',
    path: '/admin/setup',
    access: 'admin',
    reply: Setup,
    summary: 'The guide of the first hour, with what the data shows about each step.',
  },
  change: {
    method: 'PUT',
    path: '/admin/setup',
    access: 'admin',
    body: z.object({
      /** Items and steps to confirm. Others stay unchanged. */
      confirmed: z.array(Confirmable).max(Confirmable.options.length, 'common.wrongType').default([]),
      isDismissed: z.boolean('common.wrongType').optional(),
      /** Settings to change. Absent ones stay as they are. */
      unit: UnitSettingsForm.pick({ name: true, location: true, language: true }).partial().optional(),
    }),
    reply: Setup,
    summary: 'Confirm steps of the guide, hide it on home or show it again, or change the settings that it asks for.',
  },
  createExample: {
    method: 'POST',
    path: '/admin/setup/example',
    access: 'admin',
    body: z.object({ clientId: Uuid }),
    errors: ['conflict', 'alertGroup.nameTaken'],
    reply: Setup,
    summary: 'Create what is missing of an alert group with the administrator, and of a feed with a post, as an example.',
  },
  sendSteps: {
    method: 'POST',
    path: '/admin/setup/steps',
    access: 'admin',
    body: z.object({
      /** The drill whose result the administrator sees. */
      alertId: Uuid,
      /** The address of the page on which a member checks a device, as other devices can open it. */
      address: z.url({ protocol: /^https?$/, error: 'common.wrongType' }).max(ADDRESS_MAX, 'common.tooLong'),
    }),
    errors: ['setup.drillRunning', 'setup.otherDrill'],
    reply: z.object({ sent: z.int(), failed: z.int(), setup: Setup }),
    summary: 'Send those whom the last drill did not reach a message with the steps, once for each drill.',
  },
})
