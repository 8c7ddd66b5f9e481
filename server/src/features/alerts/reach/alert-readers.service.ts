import type { Db } from '#/db/pool.ts'
import { readersAmong } from './alert-readers.sql.ts'

/** Returns those of these pairs of alert and user whose user may not read the alert any more. */
export async function withoutReaders<Pair extends { readonly alertId: string; readonly userId: string }>(
  db: Db,
  pairs: readonly Pair[],
): Promise<Pair[]> {
  const readers = await readersAmong(db, pairs)
  return pairs.filter(({ alertId, userId }) => !readers.has(`${alertId} ${userId}`))
}
