import { z } from 'zod'
import { AlertGroup } from '../alerts/alert-groups.http.ts'
import { defineRoutes, EmptyReply, listOf, Timestamp, Uuid } from '../define.ts'
import { ownLink } from '../own-link.ts'
import { nameText } from '../text/name-text.ts'

/** Max characters of a siren screen's name. */
const SIREN_SCREEN_NAME_MAX = 60

/** Max alert groups of one siren screen. */
const SIREN_SCREEN_GROUPS_MAX = 100

/** A siren screen: a device that shows and sounds alarms without an account, for example in a shelter. */
export const SirenScreen = z
  .object({
    id: Uuid,
    name: z.string(),
    /** Its alert groups, except deleted ones, ordered by name. */
    groups: z.array(AlertGroup.pick({ id: true, name: true, isBuiltIn: true, isAnonymous: true })),
    createdAt: Timestamp,
    /** Time at which the code expires. */
    codeExpiresAt: Timestamp,
    /** Time at which the code was used; null: not yet. */
    pairedAt: Timestamp.nullable(),
    /** Time of the last contact, with an accuracy of one minute. */
    lastSeenAt: Timestamp.nullable(),
  })
  .meta({ id: 'SirenScreen' })
export type SirenScreen = z.infer<typeof SirenScreen>

/** The form that adds a siren screen. */
export const SirenScreenForm = z.object({
  name: nameText('sirenScreens.nameRequired').min(1, 'sirenScreens.nameRequired').max(SIREN_SCREEN_NAME_MAX, 'common.tooLong'),
  groupIds: z
    .array(Uuid, 'sirenScreens.groupRequired')
    .min(1, 'sirenScreens.groupRequired')
    .max(SIREN_SCREEN_GROUPS_MAX, 'common.wrongType'),
})

export const sirenScreenRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: '/admin/siren-screens',
    access: 'admin',
    reply: listOf(SirenScreen),
    summary: 'Siren screens without their codes, ordered by name.',
  },
  create: {
    method: 'POST',
    path: '/admin/siren-screens',
    access: 'admin',
    body: SirenScreenForm,
    errors: ['alertGroup.notFound', 'siren.tooManyScreens'],
    status: 201,
    reply: SirenScreen.extend({
      /** The code, formatted in two groups. No other reply contains it. */
      code: z.string(),
      /** The link is `/siren#{code}`. */
      ...ownLink,
    }),
    summary: 'Add a siren screen and return its code.',
  },
  revoke: {
    method: 'DELETE',
    path: '/admin/siren-screens/:id',
    access: 'admin',
    params: z.object({ id: Uuid }),
    errors: ['siren.screenNotFound'],
    reply: EmptyReply,
    summary: 'Revoke a siren screen. Its token and its code are invalid at once, and its sockets are disconnected.',
  },
})
