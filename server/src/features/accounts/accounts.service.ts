import { v7 as uuidv7 } from 'uuid'
import type { z } from 'zod'
import { type accountRoutes, type Me, type SharingMode } from '@noroshi/contract/accounts/accounts.http'
import type { Language } from '@noroshi/contract/i18n'
import type { Location } from '@noroshi/contract/location'
import { isUniqueViolation } from '#/db/pool.ts'
import type { Deps } from '#/deps.ts'
import { recordAudit } from '#/features/admin/audit.service.ts'
import { audienceSize, joinOpenAlertGroups } from '#/features/alerts/alert-groups.service.ts'
import type { SignedIn } from '#/http/authenticate.ts'
import { AppError } from '#/http/errors.ts'
import { insertActivity, insertUser, updateUser, userById, type UserRow } from './accounts.sql.ts'
import { hashPassword } from './hashing.ts'
import { useInvitation } from './invitations.service.ts'
import { forgetUnshared } from './positions.service.ts'
import { presentMe } from './profile.present.ts'
import { endSessionRow } from './sessions.sql.ts'
import { unitSettings, useSetupCode } from './unit.service.ts'

type RegistrationForm = z.output<typeof accountRoutes.register.body>

/**
 * Who registers by the console's link becomes an administrator; that is written down.
 * @throws auth.emailTaken (409): only here, and under a limit, is it told that an address is taken.
 * @throws auth.setupCode, auth.inviteCode (400) for a code that is wrong or used up; auth.registrationClosed (403).
 */
export async function register(
  deps: Deps,
  form: RegistrationForm,
  { language, ip }: { language: Language; ip: string },
): Promise<{ id: string }> {
  // The console's link registers whatever the setting says.
  const mode = form.setupCode === undefined ? (await unitSettings(deps.db)).registration : 'open'
  if (mode === 'closed') throw new AppError('auth.registrationClosed')
  const id = uuidv7()
  const password_hash = await hashPassword(form.password)
  await deps
    .transaction(async (tx) => {
      const is_admin = form.setupCode !== undefined
      if (form.setupCode !== undefined && !(await useSetupCode(tx, form.setupCode))) throw new AppError('auth.setupCode')
      if (mode === 'invitation' && !(await useInvitation(tx, form.inviteCode ?? '', deps.now())))
        throw new AppError('auth.inviteCode')
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

export async function logout(deps: Deps, viewer: SignedIn, location: Location | null): Promise<void> {
  await deps.transaction(async (tx) => {
    const { latitude = null, longitude = null, accuracy = null } = location ?? {}
    await insertActivity(tx, { id: uuidv7(), user_id: viewer.id, action: 'logout', latitude, longitude, accuracy })
    await endSessionRow(tx, viewer.sessionId)
  })
  deps.realtime.endSession(viewer.sessionId, 'logout')
}

export const readMe = async (deps: Deps, viewer: SignedIn): Promise<Me> => withAudience(deps, await userById(deps.db, viewer.id))

export const changeLanguage = async (deps: Deps, viewer: SignedIn, language: Language): Promise<Me> =>
  withAudience(deps, await updateUser(deps.db, viewer.id, { language }))

/** Consent, and its end. */
export async function chooseSharing(deps: Deps, viewer: SignedIn, mode: SharingMode): Promise<Me> {
  const user = await updateUser(deps.db, viewer.id, { location_sharing: mode })
  await forgetUnshared(deps, viewer.id)
  return withAudience(deps, user)
}

const withAudience = async (deps: Deps, row: UserRow): Promise<Me> => presentMe(row, await audienceSize(deps.db, row.id))
