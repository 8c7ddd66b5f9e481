import { z } from 'zod'
import { defineRoutes, EmptyReply, Timestamp, listOf, Uuid } from '../define.ts'
import { LANGUAGES } from '../i18n.ts'
import {
  DAILY_FILES_MB_MIN,
  DAILY_LIMIT_MAX,
  DAILY_TEXTS_MIN,
  INVITATION_DAYS_MAX,
  INVITATION_LABEL_MAX,
  INVITATION_USES_MAX,
} from '../limits.ts'
import { Location } from '../location.ts'
import { Person } from './accounts.http.ts'
import { ownLink } from '../own-link.ts'
import { nameText } from '../text/name-text.ts'

/** Characters of the unit's name. */
const UNIT_NAME_MAX = 60

/** The users who may register. `open`: all visitors, `invitation`: visitors with an invitation link, `closed`: no visitor. */
export const RegistrationMode = z.enum(['open', 'invitation', 'closed'], 'common.wrongType')
export type RegistrationMode = z.infer<typeof RegistrationMode>

const limitBetween = (min: number) =>
  z.int('common.wrongType').min(min, 'settings.daily.tooSmall').max(DAILY_LIMIT_MAX, 'settings.daily.tooBig')

/** The settings that an administrator may change at run time. */
export const UnitSettings = z
  .object({
    name: z.string(),
    registration: RegistrationMode,
    /** A tap on SOS counts down 5 s before it sends; false: it sends at once. */
    sosCountsDown: z.boolean('common.wrongType'),
    /** Whether password reset links are sent by email. It needs a configured mail server. */
    allowsForgottenPassword: z.boolean('common.wrongType'),
    /** Whether administrators must have a second factor (decisions/0112). Only one who has it may require it. */
    requiresSecondFactor: z.boolean('common.wrongType'),
    /** Whether what a user may send in a day is limited (decisions/0175). An SOS never is. */
    limitsDailyUse: z.boolean('common.wrongType'),
    /** Megabytes of files, and number of messages, posts and other texts, that a user may send in a day. */
    dailyFilesMb: z.int(),
    dailyTexts: z.int(),
    /** Where the unit is: maps begin there. null: not chosen yet. */
    location: Location.omit({ accuracy: true }).nullable(),
    /** The language of what the server writes for all, such as an example post. null: not chosen yet. */
    language: z.enum(LANGUAGES, 'common.wrongType').nullable(),
  })
  .meta({ id: 'UnitSettings' })
export type UnitSettings = z.infer<typeof UnitSettings>

/** A setting that is absent stays as it is: a page of a version before that setting does not send it. */
export const UnitSettingsForm = UnitSettings.extend({
  name: nameText('unit.nameRequired').min(1, 'unit.nameRequired').max(UNIT_NAME_MAX, 'common.tooLong'),
  requiresSecondFactor: UnitSettings.shape.requiresSecondFactor.optional(),
  limitsDailyUse: UnitSettings.shape.limitsDailyUse.optional(),
  dailyFilesMb: limitBetween(DAILY_FILES_MB_MIN).optional(),
  dailyTexts: limitBetween(DAILY_TEXTS_MIN).optional(),
  location: UnitSettings.shape.location.optional(),
  language: UnitSettings.shape.language.optional(),
})
export type UnitSettingsForm = z.infer<typeof UnitSettingsForm>

/** A link for registration. Only the reply that creates it contains its code. */
export const Invitation = z
  .object({
    id: Uuid,
    /** The administrator's note about the purpose of the link. */
    label: z.string(),
    createdBy: Person.nullable(),
    createdAt: Timestamp,
    expiresAt: Timestamp,
    maxUses: z.int(),
    usedCount: z.int(),
    revokedAt: Timestamp.nullable(),
    /** Whether the link still accepts registrations. */
    isOpen: z.boolean(),
  })
  .meta({ id: 'Invitation' })
export type Invitation = z.infer<typeof Invitation>

/** The form that creates an invitation. */
export const InvitationForm = z.object({
  label: nameText('common.wrongType').max(INVITATION_LABEL_MAX, 'common.tooLong').default(''),
  expiresInDays: z
    .int('common.wrongType')
    .min(1, 'unit.invitation.daysInvalid')
    .max(INVITATION_DAYS_MAX, 'unit.invitation.daysInvalid'),
  maxUses: z
    .int('common.wrongType')
    .min(1, 'unit.invitation.usesInvalid')
    .max(INVITATION_USES_MAX, 'unit.invitation.usesInvalid'),
})

export const unitRoutes = defineRoutes({
  settings: {
    method: 'GET',
    path: '/admin/settings',
    access: 'admin',
    reply: UnitSettings,
    summary: 'The settings of this server.',
  },
  changeSettings: {
    method: 'PUT',
    path: '/admin/settings',
    access: 'admin',
    body: UnitSettingsForm,
    errors: ['secondFactor.setUpFirst'],
    reply: UnitSettings,
    summary: 'Change the settings of this server. They apply immediately.',
  },
  invitations: {
    method: 'GET',
    path: '/admin/invitations',
    access: 'admin',
    query: z.object({ cursor: Uuid.optional() }),
    reply: listOf(Invitation),
    summary: 'Invitation links without their codes, newest first.',
  },
  invite: {
    method: 'POST',
    path: '/admin/invitations',
    access: 'admin',
    body: InvitationForm,
    status: 201,
    /** The link is `/register?invite={code}`. No other reply contains it. */
    reply: Invitation.extend(ownLink),
    summary: 'Create an invitation link.',
  },
  revokeInvitation: {
    method: 'DELETE',
    path: '/admin/invitations/:id',
    access: 'admin',
    params: z.object({ id: Uuid }),
    errors: ['invitation.notFound'],
    reply: EmptyReply,
    summary: 'Revoke an invitation link, so that it accepts no registrations.',
  },
})
