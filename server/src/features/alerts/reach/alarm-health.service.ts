import type { Person } from '@noroshi/contract/accounts/accounts.http'
import type { Db } from '#/db/pool.ts'
import { peopleById } from '#/features/accounts/people/people-by-id.service.ts'
import { alertHeads } from './alarm-health.sql.ts'

/** What administrators see of an alert in a list of problems. */
export interface AlertHead {
  readonly id: string
  readonly messageThreadId: string
  readonly raisedAt: string
  /** null: it was raised anonymously. */
  readonly raisedBy: Person | null
}

/** Returns alerts by id. Deleted alerts are missing in the map. */
export async function alertHeadsById(db: Db, ids: readonly string[]): Promise<Map<string, AlertHead>> {
  if (ids.length === 0) return new Map()
  const rows = await alertHeads(db, ids)
  const people = await peopleById(
    db,
    rows.flatMap(({ raised_by: userId }) => userId ?? []),
  )
  return new Map(
    rows.map(({ id, thread_id: messageThreadId, raised_by: userId, created_at }) => [
      id,
      { id, messageThreadId, raisedAt: created_at.toISOString(), raisedBy: people.get(userId ?? '') ?? null },
    ]),
  )
}
