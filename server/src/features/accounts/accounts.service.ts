import { hash, verify } from '@node-rs/argon2'
import { v7 as uuidv7 } from 'uuid'
import type { z } from 'zod'
import { type accountRoutes, type Me, SharingMode } from '@noroshi/contract/accounts/accounts.http'
import type { Language } from '@noroshi/contract/i18n'
import type { Location } from '@noroshi/contract/location'
import { isUniqueViolation } from '#/db/pool.ts'
import type { Deps } from '#/deps.ts'
import { audienceSize, joinOpenAlertGroups } from '#/features/alerts/alert-groups.service.ts'
import type { SignedIn } from '#/http/authenticate.ts'
import { AppError } from '#/http/errors.ts'
import { turns } from '#/http/turns.ts'
import { insertActivity, insertUser, updateUser, userByEmail, userById, type UserRow } from './accounts.sql.ts'
import { presentPerson } from './people.service.ts'
import { forgetUnshared } from './positions.service.ts'
import { beginSession } from './sessions.service.ts'
import { endSessionRow } from './sessions.sql.ts'
import { unitSettings, useSetupCode } from './unit.service.ts'

type RegistrationForm = z.output<typeof accountRoutes.register.body>

/** Hashing takes 19 MB and a whole core each: a crowd that signs in must not take them from everybody else. */
const HASHES_AT_ONCE = 2
const HASHES_WAITING_MAX = 50
const inTurn = turns(HASHES_AT_ONCE, HASHES_WAITING_MAX)

/** Verified for unknown addresses, so that an answer takes as long as for known ones. */
const nobodysHash = hash('nobody has this password')

/**
 * @throws auth.emailTaken (409): only here, and under a limit, is it told that an address is taken.
 * @throws auth.setupCode (400) for a wrong or used code; auth.registrationClosed (403).
 */
export async function register(deps: Deps, form: RegistrationForm, language: Language): Promise<{ id: string }> {
  if (form.setupCode === undefined && (await unitSettings(deps.db)).registration === 'closed')
    throw new AppError('auth.registrationClosed')
  const id = uuidv7()
  const password_hash = await inTurn(() => hash(form.password))
  await deps
    .transaction(async (tx) => {
      const is_admin = form.setupCode !== undefined
      if (form.setupCode !== undefined && !(await useSetupCode(tx, form.setupCode))) throw new AppError('auth.setupCode')
      const { email, firstName: first_name, lastName: last_name } = form
      await insertUser(tx, { id, email, password_hash, first_name, last_name, language, is_admin })
      await joinOpenAlertGroups(tx, id)
    })
    .catch((error: unknown) => {
      throw isUniqueViolation(error, 'users_email_key') ? new AppError('auth.emailTaken') : error
    })
  return { id }
}

/** @throws auth.wrongCredentials (400), the same for known and unknown addresses; auth.deactivated (403) after the right password alone. */
export async function login(
  deps: Deps,
  { email, password }: { email: string; password: string },
  userAgent: string,
): Promise<string> {
  const user = await userByEmail(deps.db, email)
  const known = user?.password_hash ?? (await nobodysHash)
  const isRight = await inTurn(() => verify(known, password))
  if (!user || !isRight) throw new AppError('auth.wrongCredentials')
  if (!user.is_active) throw new AppError('auth.deactivated')
  return beginSession(deps.db, user.id, userAgent, deps.now())
}

export async function logout(deps: Deps, viewer: SignedIn, location: Location | null): Promise<void> {
  await deps.transaction(async (tx) => {
    const { latitude = null, longitude = null, accuracy = null } = location ?? {}
    await insertActivity(tx, { id: uuidv7(), user_id: viewer.id, action: 'logout', latitude, longitude, accuracy })
    await endSessionRow(tx, viewer.sessionId)
  })
  deps.realtime.endSession(viewer.sessionId, 'logout')
}

export const readMe = async (deps: Deps, viewer: SignedIn): Promise<Me> => presentMe(deps, await userById(deps.db, viewer.id))

export const changeLanguage = async (deps: Deps, viewer: SignedIn, language: Language): Promise<Me> =>
  presentMe(deps, await updateUser(deps.db, viewer.id, { language }))

/** Consent, and its end. */
export async function chooseSharing(deps: Deps, viewer: SignedIn, mode: SharingMode): Promise<Me> {
  const user = await updateUser(deps.db, viewer.id, { location_sharing: mode })
  await forgetUnshared(deps, viewer.id)
  return presentMe(deps, user)
}

const presentMe = async (deps: Deps, row: UserRow): Promise<Me> => ({
  ...presentPerson(row),
  email: row.email,
  isAdmin: row.is_admin,
  language: row.language === 'ja' ? 'ja' : 'en',
  locationSharing: SharingMode.nullable().parse(row.location_sharing),
  audienceCount: await audienceSize(deps.db, row.id),
})
