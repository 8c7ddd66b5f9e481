import { createHash, randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'
import { finished } from 'node:stream'
import { API_BASE } from '@noroshi/contract/routes'
import { EXPORT_LINK_MINUTES, EXPORTS_A_DAY, type ExportLink } from '@noroshi/contract/accounts/personal-data.http'
import type { RateLimit } from '#/db/rate-limits.ts'
import type { Deps } from '#/deps.ts'
import { recordAudit } from '#/features/admin/audit.service.ts'
import type { AuditActor } from '#/http/authenticate.ts'
import { AppError } from '#/http/errors.ts'
import { lockAdministrators } from '../admin-users.sql.ts'
import { findUser } from '../accounts.sql.ts'
import { lockVerified, verifyCurrentPassword } from '../passwords/current-password.service.ts'
import { fullNameOf } from '../people/people.service.ts'
import { readArchive } from './export-archive.ts'
import { countRunning, deleteOldExports, endExport, extendExport, isRunning, startExport, writeLink } from './export.sql.ts'

const TOKEN_BYTES = 32
const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()
const MINUTE = 60_000

/** Exports of the data of one user. */
const EXPORTS: RateLimit = { name: 'exports', max: EXPORTS_A_DAY, minutes: 24 * 60 }
/** Max exports at a time over all processes: each reads from the disk as fast as its receiver. */
const RUNNING_MAX = 4
/** Milliseconds after which an export whose process was killed counts as ended. */
const LEASE_MS = 2 * MINUTE
/** Milliseconds after which an export ends whose receiver is too slow. */
const LONGEST_MS = 6 * 60 * MINUTE

/**
 * Creates the link to an export of the data of a user.
 * @param userId the actor, or another user as an administrator, which the audit log shows
 * @throws auth.wrongPassword (400) for another password than that of the actor; user.notFound (404); account.exportRuns (409);
 * tooManyRequests (429)
 */
export async function createExportLink(
  deps: Deps,
  auditActor: AuditActor,
  userId: string,
  currentPassword: string,
): Promise<ExportLink> {
  const verified = await verifyCurrentPassword(deps, auditActor.actor, currentPassword)
  const user = await findUser(deps.db, userId)
  if (!user || user.deleted_at !== null || user.home_unit !== null) throw new AppError('user.notFound')
  if (await isRunning(deps.db, userId, deps.now())) throw new AppError('account.exportRuns')
  if (!(await deps.rateLimiter.take(EXPORTS, userId)).isAllowed) throw new AppError('tooManyRequests')
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const expiresAt = new Date(deps.now().getTime() + EXPORT_LINK_MINUTES * MINUTE)
  await deps.transaction(async (tx) => {
    if (userId !== verified.id && !(await lockAdministrators(tx)).includes(verified.id)) throw new AppError('forbidden')
    await lockVerified(tx, verified)
    if (!(await writeLink(tx, { userId, createdBy: verified.id, tokenHash: hashOf(token), expiresAt }, deps.now())))
      throw new AppError('account.exportRuns')
    if (userId === verified.id) return
    const details = { name: fullNameOf(user.first_name, user.last_name) }
    await recordAudit(tx, { ...auditActor, action: 'user.dataExported', targetKind: 'user', targetId: userId, details })
  })
  return { path: `${API_BASE}/account/export?token=${token}`, expiresAt: expiresAt.toISOString() }
}

/**
 * Opens the export of a link, which is then used.
 * @throws account.exportLink (404) for a used, old or unknown link, or one whose creator has lost the right; unavailable (503) while
 * too many exports run
 */
export async function openExport(deps: Deps, token: string): Promise<Readable> {
  const { db, now, logError } = deps
  if ((await countRunning(db, now())) >= RUNNING_MAX) throw new AppError('unavailable')
  const until = () => new Date(now().getTime() + LEASE_MS)
  const userId = await startExport(db, hashOf(token), now(), until())
  if (userId === undefined) throw new AppError('account.exportLink')
  const archive = readArchive(deps, userId)
  const end = now().getTime() + LONGEST_MS
  const timer = setInterval(() => {
    if (now().getTime() > end) archive.destroy()
    else void extendExport(db, userId, until()).catch(logError)
  }, LEASE_MS / 4)
  // An interrupted download destroys the stream too.
  finished(archive, (error) => {
    clearInterval(timer)
    if (error && error.code !== 'ERR_STREAM_PREMATURE_CLOSE') logError(error)
    deps.runInBackground(async () => void (await endExport(db, userId)))
  })
  return archive
}

/** Deletes links that no one opened. */
export const deleteExpiredExports = ({ db, now }: Deps) => deleteOldExports(db, now())
