import { createHash, randomBytes } from 'node:crypto'
import type { Unit } from '@noroshi/contract/accounts/accounts.http'
import type { UnitSettings } from '@noroshi/contract/accounts/unit.http'
import type { Db } from '#/db/pool.ts'
import type { Deps } from '#/deps.ts'
import { recordAudit } from '#/features/admin/audit.service.ts'
import type { Doer } from '#/http/authenticate.ts'
import { anyAdministrator } from './accounts.sql.ts'
import { keepSetting, readSetting, takeSetting, writeSetting } from './unit.sql.ts'

const DEFAULTS: UnitSettings = { name: 'Noroshi', registration: 'open', sosCountsDown: true, allowsForgottenPassword: true }
/** How long an answer about the internet holds, and how long one waits for it, in milliseconds. */
const INTERNET_KEEP = 30_000
const INTERNET_WAIT = 3000

const hashOf = (code: string) => createHash('sha256').update(code).digest('hex')

export const unitSettings = async (db: Db): Promise<UnitSettings> => ({
  ...DEFAULTS,
  ...(await readSetting<Partial<UnitSettings>>(db, 'unit')),
})

/** What an administrator changes while the unit runs; it holds at once. */
export async function changeUnitSettings(deps: Deps, doer: Doer, settings: UnitSettings): Promise<UnitSettings> {
  return deps.transaction(async (tx) => {
    await writeSetting(tx, 'unit', settings)
    await recordAudit(tx, { ...doer, action: 'settings.changed', targetKind: 'settings', targetId: null, details: settings })
    return settings
  })
}

export async function describeUnit({ db, config }: Deps): Promise<Unit> {
  const { name, registration, sosCountsDown } = await unitSettings(db)
  return {
    name,
    hasStreets: config.mapArchive !== null,
    tileUrl: config.tileUrl,
    maxUploadMb: config.maxUploadMb,
    sosCountsDown,
    canRegister: registration !== 'closed',
    needsInvitation: registration === 'invitation',
  }
}

/** A new code for the first administrator at every start, until one exists; the older code is then worth nothing. */
export async function newSetupCode(db: Db): Promise<string | null> {
  if (await anyAdministrator(db)) return null
  const code = randomBytes(24).toString('base64url')
  await writeSetting(db, 'setup', { hash: hashOf(code) })
  return code
}

/** A key of this unit, made once; it lives in the database, so that every process of the unit shares it. */
export const unitSecret = async (db: Db, name: string, bytes: number): Promise<Buffer> =>
  Buffer.from(await keepSetting(db, name, randomBytes(bytes).toString('base64')), 'base64')

/** True once for the right code. */
export const useSetupCode = (db: Db, code: string): Promise<boolean> => takeSetting(db, 'setup', { hash: hashOf(code) })

let lastLook: { at: number; url: string; isOnline: Promise<boolean> } | null = null

/** Whether the unit reaches the internet; null where no address to ask is set. One question serves all who ask meanwhile. */
export async function checkInternet({ config, now }: Deps): Promise<boolean | null> {
  const url = config.internetCheckUrl
  if (url === null) return null
  const at = now().getTime()
  if (lastLook === null || lastLook.url !== url || at - lastLook.at > INTERNET_KEEP)
    lastLook = { at, url, isOnline: reaches(url) }
  return lastLook.isOnline
}

const reaches = (url: string): Promise<boolean> =>
  fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(INTERNET_WAIT) }).then(
    () => true,
    () => false,
  )
