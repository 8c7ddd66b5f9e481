import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Job } from '#/db/jobs.ts'
import type { Deps } from '#/deps.ts'
import { gramsOf } from './grams.ts'

const BATCH = 500
/** Batches of one run. A run ends soon, because a server that stops waits for it. */
const BATCHES = 40
const MINUTE = 60_000

interface Row {
  readonly id: string
  readonly text: string
  readonly transcript: string | null
  readonly grams: string | null
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
      SELECT id, text, transcript, grams FROM messages WHERE id < ${progress.before_id}::uuid
      ORDER BY id DESC LIMIT ${sql.lit(BATCH)}`.execute(tx)
    const changed: { id: string; transcript: string | null; grams: string }[] = []
    for (const { id, text, transcript, grams } of rows) {
      if (grams === null) continue
      const folded = gramsOf(`${text}\n${transcript ?? ''}`)
      if (folded !== grams) changed.push({ id, transcript, grams: folded })
      await setImmediate() // a long text takes milliseconds, and an SOS does not wait for a batch
    }
    // A transcript that was changed meanwhile has new grams already.
    await sql`
      UPDATE messages m SET grams = changed.grams
      FROM unnest(${changed.map(({ id }) => id)}::uuid[], ${changed.map(({ transcript }) => transcript)}::text[],
        ${changed.map(({ grams }) => grams)}::text[]) AS changed (id, transcript, grams)
      WHERE m.id = changed.id AND m.transcript IS NOT DISTINCT FROM changed.transcript`.execute(tx)
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
