import type { Db } from '#/db/pool.ts'
import type { SignedIn } from '#/http/authenticate.ts'
import { effectiveAdmin } from './effective-admin.service.ts'

/** Returns a user in whose name the server acts without a session; null if they are no active administrator now. */
export async function activeAdministrator(db: Db, id: string): Promise<SignedIn | null> {
  const row = await db
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name', 'avatar_file_id'])
    .where('id', '=', id)
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null)
    .where(effectiveAdmin('users'))
    .executeTakeFirst()
  if (!row) return null
  return {
    id: row.id,
    isAdmin: true,
    isRestricted: false,
    sessionId: '',
    deviceId: '',
    firstName: row.first_name,
    lastName: row.last_name,
    avatarFileId: row.avatar_file_id,
  }
}
