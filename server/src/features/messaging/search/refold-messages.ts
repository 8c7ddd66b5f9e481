import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type { NewPoll } from '@noroshi/contract/messaging/polls'
import type { Job } from '#/db/jobs.ts'
import type { Deps } from '#/deps.ts'
import { gramsOfMessage } from './grams.ts'

const BATCH = 500
/** Batches of one run. A run ends soon, because a server that stops waits for it. */
const BATCHES = 40
const MINUTE = 60_000

interface Row {
  readonly id: string
  readonly text: string
  readonly transcript: string | null
  readonly poll: NewPoll | null
  readonly grams: string | null
  readonly version: number
}

/**
 * Computes the grams of the next messages of earlier versions again. A crash repeats a batch at most.
 * @returns whether there are more
 */
async function refoldBatch({ db }: Deps): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const progress = await tx.selectFrom('message_refolding').select('before_id').forUpdate().executeTakeFirst()
    if (!progress) return false
    const { rows } = await sql<Row>`
      SELECT id, text, transcript, poll, grams, version FROM messages WHERE id < ${progress.before_id}::uuid
      ORDER BY id DESC LIMIT ${sql.lit(BATCH)}`.execute(tx)
    const changed: { id: string; version: number; grams: string }[] = []
    for (const { id, version, grams, ...message } of rows) {
      if (grams === null) continue
      const folded = gramsOfMessage(message)
      if (folded !== grams) changed.push({ id, version, grams: folded })
      await setImmediate() // a long text takes milliseconds, and an SOS does not wait for a batch
    }
    // A message that was changed meanwhile has new grams already, and a deleted one has none.
    await sql`
      UPDATE messages m SET grams = changed.grams
      FROM unnest(${changed.map(({ id }) => id)}::uuid[], ${changed.map(({ version }) => version)}::integer[],
        ${changed.map(({ grams }) => grams)}::text[]) AS changed (id, version, grams)
      WHERE m.id = changed.id AND m.version = changed.version`.execute(tx)
    const last = rows.at(-1)
    if (last && rows.length === BATCH) {
      await tx.updateTable('message_refolding').set({ before_id: last.id }).execute()
      return true
    }
    await tx.deleteFrom('message_refolding').execute()
    return false
  })
}

/** Folds the search index of messages that an earlier version wrote, some each minute (decisions/0191). */
export async function refoldMessages(deps: Deps): Promise<void> {
  for (let batch = 0; batch < BATCHES; batch += 1) if (!(await refoldBatch(deps))) return
}

export const refoldingJob = (deps: Deps): Job => ({
  name: 'search index of messages',
  every: MINUTE,
  firstAfter: 2 * MINUTE,
  run: () => refoldMessages(deps),
})
