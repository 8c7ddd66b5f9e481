import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import type { takRoutes, TakSharing } from '@noroshi/contract/exchange/tak.http'
import type { Db } from '#/db/pool.ts'
import type { Deps } from '#/deps.ts'
import type { SignedIn } from '#/http/authenticate.ts'
import { AppError } from '#/http/errors.ts'
import { deleteConsent, hasConsent, insertConsent, lockTakServer, takServerRow } from './tak.sql.ts'

/** Returns to whom the location of the viewer leaves, and whether the viewer consents to it. */
export const readTakSharing = ({ db }: Pick<Deps, 'db'>, viewer: SignedIn): Promise<TakSharing> => sharingOf(db, viewer.id)

/**
 * Stores or deletes the consent of the viewer. A revoked one ends at once, also if the recipient is another one by now.
 * @throws tak.recipientChanged (409) for a consent to another recipient than the present one, or without the name where it leaves now
 */
export const shareWithTak = (
  deps: Deps,
  viewer: SignedIn,
  { isShared, recipient, includesNames }: z.output<typeof takRoutes.share.body>,
): Promise<TakSharing> =>
  deps.transaction(async (tx) => {
    if (isShared) {
      await lockTakServer(tx)
      const server = await takServerRow(tx)
      if (server?.includes_people !== true || server.recipient !== recipient || (server.includes_names && !includesNames))
        throw new AppError('tak.recipientChanged')
      await insertConsent(tx, { user_id: viewer.id, server_id: server.id, uid: randomUUID(), created_at: deps.now() })
    } else await deleteConsent(tx, viewer.id)
    tx.emitInternal('tak:changed', {})
    return sharingOf(tx, viewer.id)
  })

async function sharingOf(db: Db, userId: string): Promise<TakSharing> {
  const server = await takServerRow(db)
  if (server?.includes_people !== true) return { recipient: null, includesNames: false, isShared: false }
  return { recipient: server.recipient, includesNames: server.includes_names, isShared: await hasConsent(db, userId) }
}
