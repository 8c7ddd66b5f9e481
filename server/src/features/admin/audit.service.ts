import { v7 as uuidv7 } from 'uuid'
import { z } from 'zod'
import type { AuditEntry as Entry, auditRoutes } from '@noroshi/contract/admin/audit.http'
import { PAGE_SIZE } from '@noroshi/contract/limits'
import type { Db } from '#/db/pool.ts'
import type { Deps } from '#/deps.ts'
import { fullNameOf } from '#/features/accounts/people.service.ts'
import type { SignedIn } from '#/http/authenticate.ts'
import { auditRows, type AuditRow, insertAuditRow } from './audit.sql.ts'

interface AuditEntry {
  /** null: nobody was signed in, as with a reset by mail. */
  readonly actor: Pick<SignedIn, 'id' | 'firstName' | 'lastName'> | null
  /** The address that the request came from. */
  readonly ip: string
  /** What was done, `<target>.<past participle>`: 'user.deactivated'. Its words stand under `audit.<action>`. */
  readonly action: string
  readonly targetKind: string
  readonly targetId: string | null
  /** What else is worth knowing, such as a name as it was then; never a secret. */
  readonly details?: Record<string, unknown>
}

/** Writes down who did what to what, from where, in the transaction that does it. What is written stays: the table refuses changes. */
export async function recordAudit(tx: Db, { actor, ip, action, targetKind, targetId, details = {} }: AuditEntry): Promise<void> {
  await insertAuditRow(tx, {
    id: uuidv7(),
    actor_id: actor?.id ?? null,
    actor_name: actor === null ? '' : fullNameOf(actor.firstName, actor.lastName),
    ip,
    action,
    target_kind: targetKind,
    target_id: targetId,
    details: JSON.stringify(details),
  })
}

/** Newest first. */
export async function listAudit({ db }: Deps, search: z.output<typeof auditRoutes.list.query>) {
  const rows = await auditRows(db, search, PAGE_SIZE + 1)
  const page = rows.slice(0, PAGE_SIZE)
  return { items: page.map(present), nextCursor: rows.length > PAGE_SIZE ? (page.at(-1)?.id ?? null) : null }
}

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
