import { sql } from 'kysely'
import type { Db } from '#/db/pool.ts'

/** The settings of a member for a thread. */
export interface SettingsRow {
  /** The end of a mute in milliseconds since 1970; null if the thread is not muted, and if `is_muted_forever`. */
  readonly muted_until: number | null
  readonly is_muted_forever: boolean
  readonly is_pinned: boolean
  readonly archived_seq: number | null
  readonly is_marked_unread: boolean
  readonly version: number
}

/** SQL of a {@link SettingsRow} from the table `thread_settings s`; null without a row. */
export const settingsObject = sql`CASE WHEN s.version IS NOT NULL THEN json_build_object(
  'muted_until', CASE WHEN isfinite(s.muted_until) THEN round(extract(epoch FROM s.muted_until) * 1000) END,
  'is_muted_forever', coalesce(NOT isfinite(s.muted_until), false), 'is_pinned', s.is_pinned,
  'archived_seq', s.archived_seq, 'is_marked_unread', s.is_marked_unread, 'version', s.version) END`

/** Returns the settings of a member for a thread; null if the member has changed none. */
export async function settingsOf(db: Db, threadId: string, userId: string): Promise<SettingsRow | null> {
  const { rows } = await sql<{ settings: SettingsRow }>`SELECT ${settingsObject} AS settings FROM thread_settings s
    WHERE s.thread_id = ${threadId}::uuid AND s.user_id = ${userId}::uuid`.execute(db)
  return rows[0]?.settings ?? null
}

/** Stores the settings of a member for a thread. The caller holds the lock of the thread. */
export async function storeSettings(tx: Db, threadId: string, userId: string, settings: SettingsRow): Promise<void> {
  const { is_muted_forever, muted_until, ...rest } = settings
  const end = muted_until === null ? null : new Date(muted_until)
  const row = { ...rest, muted_until: is_muted_forever ? sql<Date>`'infinity'` : end }
  await tx
    .insertInto('thread_settings')
    .values({ thread_id: threadId, user_id: userId, ...row })
    .onConflict((conflict) => conflict.columns(['thread_id', 'user_id']).doUpdateSet(row))
    .execute()
}
