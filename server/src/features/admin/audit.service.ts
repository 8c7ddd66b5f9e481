import { newId } from '#/db/ids.ts'
import { z } from 'zod'
import type { AuditEntry as Entry, auditRoutes } from '@noroshi/contract/admin/audit.http'
import { PAGE_SIZE } from '@noroshi/contract/limits'
import type { Db } from '#/db/pool.ts'
import type { Pace } from '#/db/pace.ts'
import { pageOf } from '#/db/page-of.ts'
import type { Tx } from '#/db/transaction.ts'
import type { Deps } from '#/deps.ts'
import { fullNameOf } from '#/features/accounts/people/people.service.ts'
import type { SignedIn } from '#/http/authenticate.ts'
import { auditRows, type AuditRow, auditRowsById, insertAuditRow, removeOldAuditRows } from './audit.sql.ts'

export { countOldAuditRows } from './audit.sql.ts'

/** Entries that one statement removes. Other writers of the log wait for it. */
const REMOVED_AT_ONCE = 1000

interface AuditEntry {
  /** null if the caller was not signed in, as in a password reset. */
  readonly actor: Pick<SignedIn, 'id' | 'firstName' | 'lastName'> | null
  /** The IP address of the request. */
  readonly ip: string
  /** `<target>.<past participle>`, such as 'user.deactivated'. The message key of its text is `audit.<action>`. */
  readonly action: string
  readonly targetKind: string
  readonly targetId: string | null
  /** Further data, such as the name of the target at that time. Never a secret. */
  readonly details?: Record<string, unknown>
}

/**
 * Adds an audit entry in the transaction of the change. Only the retention removes entries (decisions/0158). The sequencer of
 * the records seals it.
 */
export async function recordAudit(tx: Tx, { actor, ip, action, targetKind, targetId, details = {} }: AuditEntry): Promise<void> {
  const id = newId()
  await insertAuditRow(tx, {
    id,
    actor_id: actor?.id ?? null,
    actor_name: actor === null ? '' : fullNameOf(actor.firstName, actor.lastName),
    ip,
    action,
    target_kind: targetKind,
    target_id: targetId,
    details: JSON.stringify(details),
  })
  tx.emitInternal('audit:recorded', { id })
}

/** Removes the entries of before `before`, but none of the last 30 days (decisions/0158). */
export async function removeOldEntries({ db }: Deps, before: Date, pace: Pace): Promise<void> {
  while ((await removeOldAuditRows(db, before, REMOVED_AT_ONCE)) === REMOVED_AT_ONCE) if (!(await pace())) return
}

/** Returns a page of audit entries, newest first. */
export async function listAudit({ db }: Deps, { from, to, ...search }: z.output<typeof auditRoutes.list.query>) {
  const rows = await auditRows(db, { ...search, from: dateOf(from), to: dateOf(to) }, PAGE_SIZE + 1)
  return pageOf(rows, PAGE_SIZE, present)
}

/** Returns the content of an entry that the record seals. Its form never changes: the hashes of earlier entries depend on it. */
const contentOf = ({ id, actor_id, actor_name, ip, action, target_kind, target_id, details }: AuditRow) => ({
  id,
  action,
  ip,
  details,
  actorId: actor_id,
  actorName: actor_name,
  targetKind: target_kind,
  targetId: target_id,
})

/** Returns what the record seals of these audit entries, in the order of their ids. Removed entries are missing. */
export async function auditContentsById(db: Db, ids: readonly string[]) {
  const rows = await auditRowsById(db, ids)
  return new Map(rows.map((row) => [row.id, { at: row.created_at, payload: contentOf(row) }]))
}

/** PostgreSQL does not read each time of ISO 8601, such as one of the year 0. */
const dateOf = (time: string | undefined): Date | undefined => (time === undefined ? undefined : new Date(time))

const Details = z.record(z.string(), z.unknown())

const present = (row: AuditRow): Entry => ({
  id: row.id,
  at: row.created_at.toISOString(),
  actor: row.actor_id === null ? null : { id: row.actor_id, name: row.actor_name },
  ip: row.ip,
  action: row.action,
  targetKind: row.target_kind,
  targetId: row.target_id,
  details: Details.parse(row.details),
})
