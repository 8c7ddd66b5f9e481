import { createHash, randomBytes } from 'node:crypto'
import type { Unit } from '@noroshi/contract/accounts/accounts.http'
import type { UnitSettings, UnitSettingsForm } from '@noroshi/contract/accounts/unit.http'
import { DAILY_FILES_MB_DEFAULT, DAILY_TEXTS_DEFAULT } from '@noroshi/contract/limits'
import type { Db } from '#/db/pool.ts'
import type { Deps } from '#/deps.ts'
import { recordAudit } from '#/features/admin/audit.service.ts'
import type { AuditActor } from '#/http/authenticate.ts'
import { AppError } from '#/http/errors.ts'
import { isSharing } from '#/features/units/roster.service.ts'
import { readStreets } from '#/features/streets/streets.service.ts'
import { EVERY_PAGE, userRoom } from '#/realtime/rooms.ts'
import { administratorIds, hasAdministrator, userById } from '../accounts.sql.ts'
import { unrestrictSessions } from '../sessions/sessions.sql.ts'
import { insertSettingIfAbsent, lockSetting, readSetting, deleteSettingIfEqual, writeSetting } from './unit.sql.ts'

/** The name of a unit until an administrator changes it. */
export const DEFAULT_UNIT_NAME = 'Noroshi'
const DEFAULTS: UnitSettings = {
  name: DEFAULT_UNIT_NAME,
  registration: 'open',
  sosCountsDown: true,
  allowsForgottenPassword: true,
  requiresSecondFactor: false,
  limitsDailyUse: true,
  dailyFilesMb: DAILY_FILES_MB_DEFAULT,
  dailyTexts: DAILY_TEXTS_DEFAULT,
  location: null,
  language: null,
}
/** Milliseconds for which the result of an internet check is reused, and the timeout of a check. */
const INTERNET_CHECK_KEPT = 30_000
const INTERNET_TIMEOUT = 3000

const hashOf = (code: string) => createHash('sha256').update(code).digest('hex')

/** Returns the settings, with defaults for missing ones. */
export const unitSettings = async (db: Db): Promise<UnitSettings> => ({
  ...DEFAULTS,
  ...(await readSetting<Partial<UnitSettings>>(db, 'unit')),
})

/**
 * Changes the settings at runtime. They apply at once. Absent ones stay as they are.
 * @throws secondFactor.setUpFirst (409) for an administrator without a second factor who requires it.
 */
export async function changeUnitSettings(
  deps: Deps,
  auditActor: AuditActor,
  form: { readonly [Name in keyof UnitSettingsForm]?: UnitSettingsForm[Name] | undefined },
): Promise<UnitSettings> {
  const changed = await deps.transaction(async (tx) => {
    await lockSetting(tx, 'unit')
    const before = await unitSettings(tx)
    const wasRequired = before.requiresSecondFactor
    const changes = Object.fromEntries(Object.entries(form).filter(([, value]) => value !== undefined))
    const settings: UnitSettings = { ...before, ...changes }
    if (settings.requiresSecondFactor !== wasRequired) {
      const actor = await userById(tx, auditActor.actor.id)
      if (!wasRequired && !actor.has_second_factor) throw new AppError('secondFactor.setUpFirst')
      // Sessions that began under an earlier requirement are running ones for this one.
      if (!wasRequired) await unrestrictSessions(tx)
      // Open sockets of the administrators reload their rights and topics.
      tx.emit('membership:changed', (await administratorIds(tx)).map(userRoom), {})
    }
    await writeSetting(tx, 'unit', settings)
    tx.emit('unit:changed', [EVERY_PAGE], {})
    await recordAudit(tx, {
      ...auditActor,
      action: 'settings.changed',
      targetKind: 'settings',
      targetId: null,
      details: settings,
    })
    return settings
  })
  deps.dailyUsage.forgetLimits()
  return changed
}

/** Returns the public settings, also for visitors. */
export async function describeUnit({ db, config }: Deps): Promise<Unit> {
  const [{ name, registration, sosCountsDown, location }, streets, sharesData] = await Promise.all([
    unitSettings(db),
    readStreets(db),
    isSharing(db),
  ])
  return {
    name,
    streets,
    tileUrl: config.tileUrl,
    location,
    maxUploadMb: config.maxUploadMb,
    sosCountsDown,
    canRegister: registration !== 'closed',
    needsInvitation: registration === 'invitation',
    ...(sharesData && { sharesData }),
  }
}

/**
 * Returns a new setup code for the first administrator and invalidates the previous code, or null if one exists. Called
 * at each start.
 */
export async function createSetupCode(db: Db): Promise<string | null> {
  if (await hasAdministrator(db)) return null
  const code = randomBytes(24).toString('base64url')
  await writeSetting(db, 'setup', { hash: hashOf(code) })
  return code
}

/**
 * Returns a random secret that is created once. It is in the database, so that all processes of the server share it.
 */
export const readOrCreateSecret = async (db: Db, name: string, bytes: number): Promise<Buffer> =>
  Buffer.from(await insertSettingIfAbsent(db, name, randomBytes(bytes).toString('base64')), 'base64')

/** Returns a setting that is created once, with this value. All processes of the server share it. */
export const readOrCreateSetting = <Value>(db: Db, name: string, value: Value): Promise<Value> =>
  insertSettingIfAbsent(db, name, value)

/** Deletes the setup code. Returns true if it was right; a code works once. */
export const redeemSetupCode = (db: Db, code: string): Promise<boolean> =>
  deleteSettingIfEqual(db, 'setup', { hash: hashOf(code) })

let lastCheck: { at: number; url: string; isOnline: Promise<boolean> } | null = null

/**
 * Returns whether the server reaches the internet, or null if no URL is configured. Concurrent calls share one check.
 */
export async function checkInternet({ config, now }: Deps): Promise<boolean | null> {
  const url = config.internetCheckUrl
  if (url === null) return null
  const at = now().getTime()
  const age = lastCheck === null ? Infinity : at - lastCheck.at
  if (lastCheck === null || lastCheck.url !== url || age > INTERNET_CHECK_KEPT || age < 0)
    lastCheck = { at, url, isOnline: isReachable(url) }
  return lastCheck.isOnline
}

const isReachable = (url: string): Promise<boolean> =>
  fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(INTERNET_TIMEOUT) }).then(
    () => true,
    () => false,
  )
