import { type RawBuilder, sql } from 'kysely'
import type { ThreadMediaKind } from '@noroshi/contract/messaging/thread-media.http'
import type { Db } from '#/db/pool.ts'

/** Messages with files that one page examines for those of its kind. */
const EXAMINED = 1000

const ofMessage = sql`f.parent_kind = 'message' AND f.parent_id = m.id`
const isPictureOrVideo = sql`(f.type LIKE 'video/%' OR (f.type LIKE 'image/%' AND f.preview_key IS NOT NULL))`

/** The conditions of the indexes `messages_with_files` and `messages_with_links`, and what the messages are examined for. */
const kinds: Record<ThreadMediaKind, { readonly indexed: RawBuilder<unknown>; readonly wanted: RawBuilder<unknown> }> = {
  picture: {
    indexed: sql`files_hash IS NOT NULL`,
    wanted: sql`EXISTS (SELECT FROM files f WHERE ${ofMessage} AND ${isPictureOrVideo})`,
  },
  file: {
    indexed: sql`files_hash IS NOT NULL`,
    wanted: sql`EXISTS (SELECT FROM files f WHERE ${ofMessage} AND NOT ${isPictureOrVideo})`,
  },
  link: { indexed: sql`text ~* 'https?://'`, wanted: sql`true` },
}

export interface MediaHit {
  readonly id: string
  readonly seq: number
}

/**
 * Returns the newest messages of a kind in a thread.
 * @returns `examinedTo`: the seq of the last message that was examined, if there may be older ones; else null
 */
export async function messagesWithMedia(
  db: Db,
  threadId: string,
  { kind, before, limit }: { readonly kind: ThreadMediaKind; readonly before: number | undefined; readonly limit: number },
): Promise<{ readonly rows: MediaHit[]; readonly examinedTo: number | null }> {
  const { indexed, wanted } = kinds[kind]
  const { rows } = await sql<{ id: string | null; seq: number | null; examined_to: number | null }>`
    WITH examined AS MATERIALIZED (
      SELECT id, seq FROM messages WHERE thread_id = ${threadId}::uuid AND message_type = 'normalChat' AND ${indexed}
        AND seq < ${before ?? Number.MAX_SAFE_INTEGER} ORDER BY seq DESC LIMIT ${sql.lit(EXAMINED)}),
    found AS (SELECT id, seq FROM examined m WHERE ${wanted} ORDER BY seq DESC LIMIT ${sql.lit(limit)}),
    progress AS (SELECT CASE WHEN count(*) = ${sql.lit(EXAMINED)} THEN min(seq) END AS examined_to FROM examined)
    SELECT found.id, found.seq, examined_to FROM progress LEFT JOIN found ON true ORDER BY found.seq DESC`.execute(db)
  return {
    rows: rows.flatMap(({ id, seq }) => (id === null || seq === null ? [] : [{ id, seq }])),
    examinedTo: rows[0]?.examined_to ?? null,
  }
}
