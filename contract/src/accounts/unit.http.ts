import { z } from 'zod'
import { defineRoutes, Done, Instant, listOf, Uuid } from '../define.ts'
import { INVITATION_DAYS_MAX, INVITATION_LABEL_MAX, INVITATION_USES_MAX, UNIT_NAME_MAX } from '../limits.ts'
import { Person } from './accounts.http.ts'

/** Who may make an account: everybody, holders of an invitation link, nobody. */
export const RegistrationMode = z.enum(['open', 'invitation', 'closed'], 'common.wrongType')
export type RegistrationMode = z.infer<typeof RegistrationMode>

/** What an administrator may change while the unit runs; the form's rules too. */
export const UnitSettings = z
  .object({
    name: z.string('unit.nameRequired').trim().min(1, 'unit.nameRequired').max(UNIT_NAME_MAX, 'common.tooLong'),
    registration: RegistrationMode,
    /** A tap on SOS counts down 5 s before it sends; false: it sends at once. */
    sosCountsDown: z.boolean('common.wrongType'),
    /** Reset links go out by mail, where mail is set. */
    allowsForgottenPassword: z.boolean('common.wrongType'),
  })
  .meta({ id: 'UnitSettings' })
export type UnitSettings = z.infer<typeof UnitSettings>

/** A link by which people register; its code is told once, when it is made. */
export const Invitation = z
  .object({
    id: Uuid,
    /** Whom it is for, in the administrator's words. */
    label: z.string(),
    createdBy: Person.nullable(),
    createdAt: Instant,
    expiresAt: Instant,
    maxUses: z.int(),
    usedCount: z.int(),
    revokedAt: Instant.nullable(),
    /** Whether somebody could still register by it. */
    isOpen: z.boolean(),
  })
  .meta({ id: 'Invitation' })
export type Invitation = z.infer<typeof Invitation>

/** The rules of the invitation form; the server's too. */
export const InvitationForm = z.object({
  label: z.string('common.wrongType').trim().max(INVITATION_LABEL_MAX, 'common.tooLong').default(''),
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
    summary: 'The settings of this unit.',
  },
  changeSettings: {
    method: 'PUT',
    path: '/admin/settings',
    access: 'admin',
    body: UnitSettings,
    reply: UnitSettings,
    summary: 'Change the settings of this unit; they hold at once.',
  },
  invitations: {
    method: 'GET',
    path: '/admin/invitations',
    access: 'admin',
    reply: listOf(Invitation),
    summary: 'Invitation links, newest first; their codes are not told again.',
  },
  invite: {
    method: 'POST',
    path: '/admin/invitations',
    access: 'admin',
    body: InvitationForm,
    status: 201,
    reply: Invitation.extend({
      /** `/register?invite={code}`, below `PUBLIC_URL` where that is set, else a path of this origin. Told this once. */
      link: z.string(),
    }),
    summary: 'Make an invitation link.',
  },
  revokeInvitation: {
    method: 'DELETE',
    path: '/admin/invitations/:id',
    access: 'admin',
    params: z.object({ id: Uuid }),
    reply: Done,
    summary: 'Nobody registers by this link any more.',
  },
})
