import { AppError } from '#/http/errors.ts'
import type { Db } from './pool.ts'

/** Days that a write is remembered: no device repeats one for longer. */
const KEPT_DAYS = 7
const DAY = 86_400_000

/** Whether a client's write is remembered, whatever it was. */
export async function isRemembered(db: Db, clientId: string): Promise<boolean> {
  const row = await db.selectFrom('client_writes').select('client_id').where('client_id', '=', clientId).executeTakeFirst()
  return row !== undefined
}

/**
 * Remembers a write by the id that its client made. True for the first time; false when the same was written before.
 * @throws conflict (409) when something else was written under that id.
 */
export async function rememberWrite(tx: Db, clientId: string, contentHash: Buffer): Promise<boolean> {
  const first = await tx
    .insertInto('client_writes')
    .values({ client_id: clientId, content_hash: contentHash })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (first.numInsertedOrUpdatedRows === 1n) return true
  const before = await tx
    .selectFrom('client_writes')
    .select('content_hash')
    .where('client_id', '=', clientId)
    .executeTakeFirstOrThrow()
  if (!before.content_hash.equals(contentHash)) throw new AppError('conflict')
  return false
}

export const forgetWrites = ({ db, now }: { readonly db: Db; readonly now: () => Date }) =>
  db
    .deleteFrom('client_writes')
    .where('created_at', '<', new Date(now().getTime() - KEPT_DAYS * DAY))
    .execute()
