import { newId } from '#/db/ids.ts'
import type { z } from 'zod'
import { type accountRoutes, type Me, type SharingMode } from '@noroshi/contract/accounts/accounts.http'
import type { Language } from '@noroshi/contract/i18n'
import { isUniqueViolation } from '#/db/pool.ts'
import type { Deps } from '#/deps.ts'
import { recordAudit } from '#/features/admin/audit.service.ts'
import { audienceSize, joinOpenAlertGroups } from '#/features/alerts/groups/alert-groups.service.ts'
import type { SignedIn } from '#/http/authenticate.ts'
import { AppError } from '#/http/errors.ts'
import { sessionRoom } from '#/realtime/rooms.ts'
import { insertActivity, insertUser, updateUser, userById, type UserRow } from './accounts.sql.ts'
import { hashPassword } from './passwords/hashing.ts'
import { redeemInvitation } from './server/invitations.service.ts'
import { deleteUnsharedLocations } from './people/user-locations.service.ts'
import { assertGoodPassword } from './passwords/password-rules.ts'
import { presentMe } from './people/profile.present.ts'
import { endSessionRow } from './sessions/sessions.sql.ts'
import { unitSettings, redeemSetupCode } from './server/unit.service.ts'

type RegistrationForm = z.output<typeof accountRoutes.register.body>

/**
 * Creates a user. A user with the setup code from the console becomes an administrator, with an audit entry.
 * @throws auth.emailTaken (409). Only this rate-limited route reveals that an email is taken.
 * @throws auth.passwordCommon, auth.passwordPersonal (400); auth.setupCode, auth.inviteCode (400) for a wrong or used code; auth.registrationClosed (403).
 */
export async function register(
  deps: Deps,
  form: RegistrationForm,
  { language, ip }: { language: Language; ip: string },
): Promise<{ id: string }> {
  // The setup code is accepted in each registration mode.
  const mode = form.setupCode === undefined ? (await unitSettings(deps.db)).registration : 'open'
  if (mode === 'closed') throw new AppError('auth.registrationClosed')
  assertGoodPassword(form.password, form)
  const id = newId()
  const password_hash = await hashPassword(form.password)
  await deps
    .transaction(async (tx) => {
      const is_admin = form.setupCode !== undefined
      if (form.setupCode !== undefined && !(await redeemSetupCode(tx, form.setupCode))) throw new AppError('auth.setupCode')
      // Where anyone may register, a link counts its uses too, so that the list of invitations shows them.
      const isInvited = form.inviteCode !== undefined && (await redeemInvitation(tx, form.inviteCode, deps.now()))
      if (mode === 'invitation' && !isInvited) throw new AppError('auth.inviteCode')
      const { email, firstName: first_name, lastName: last_name } = form
      await insertUser(tx, { id, email, password_hash, first_name, last_name, language, is_admin })
      await joinOpenAlertGroups(tx, id)
      const actor = { id, firstName: first_name, lastName: last_name }
      if (is_admin) await recordAudit(tx, { actor, ip, action: 'admin.registered', targetKind: 'user', targetId: id })
    })
    .catch((error: unknown) => {
      throw isUniqueViolation(error, 'users_email_key') ? new AppError('auth.emailTaken') : error
    })
  return { id }
}

/** Ends the session and its sockets, and stores an activity entry. */
export async function logout(deps: Deps, viewer: SignedIn): Promise<void> {
  await deps.transaction(async (tx) => {
    await insertActivity(tx, { id: newId(), user_id: viewer.id, action: 'logout' })
    await endSessionRow(tx, viewer.sessionId)
    tx.emit('session:ended', [sessionRoom(viewer.sessionId)], { reason: 'logout' })
  })
}

/** Ends the session of a token, as {@link logout} does. It does nothing without a live session. */
export async function endSessionOfToken(deps: Deps, token: string): Promise<void> {
  const viewer = await deps.sessions.viewerOf(token)
  if (viewer) await logout(deps, viewer)
}

/** Returns the viewer's own profile and settings. */
export const readMe = async (deps: Deps, viewer: SignedIn): Promise<Me> =>
  withAudience(deps, viewer, await userById(deps.db, viewer.id))

/** Stores the language of the viewer, which mails use. */
export const changeLanguage = async (deps: Deps, viewer: SignedIn, language: Language): Promise<Me> =>
  withAudience(deps, viewer, await updateUser(deps.db, viewer.id, { language }))

/** Stores the consent to location sharing, or its withdrawal. */
export async function setLocationSharing(deps: Deps, viewer: SignedIn, mode: SharingMode): Promise<Me> {
  const user = await deps.transaction(async (tx) => {
    if (mode === 'never') tx.emitInternal('user:locationHidden', { userId: viewer.id })
    return updateUser(tx, viewer.id, { location_sharing: mode })
  })
  await deleteUnsharedLocations(deps, viewer.id)
  return withAudience(deps, viewer, user)
}

const withAudience = async (deps: Deps, viewer: SignedIn, row: UserRow): Promise<Me> =>
  presentMe(row, viewer, await audienceSize(deps.db, row.id))
