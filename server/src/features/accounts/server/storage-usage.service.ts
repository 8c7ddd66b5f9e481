import { FILE_KINDS, type StorageUsage, TABLE_KINDS } from '@noroshi/contract/admin/storage.http'
import type { Job } from '#/db/jobs.ts'
import { isStatementTimeout } from '#/db/pool.ts'
import type { RateLimit } from '#/db/rate-limits.ts'
import type { DB } from '#/db/rows.ts'
import type { Deps } from '#/deps.ts'
import { AppError } from '#/http/errors.ts'
import { allowCounting, countFiles, countRecordings, databaseBytes, tableSizes } from './storage-usage.sql.ts'
import { readSetting, writeSetting } from './unit.sql.ts'

const KEY = 'storageUsage'
const DAY_MS = 86_400_000

/** Counts on request, of all administrators together: each one reads all files. */
const COUNTS: RateLimit = { name: 'counts of the storage', max: 10, minutes: 60 }

type TableKind = Exclude<(typeof TABLE_KINDS)[number], 'other'>

/** The tables of each kind. The number of rows is that of the first one. */
const TABLES: Readonly<Record<TableKind, readonly (keyof DB)[]>> = {
  messages: [
    'messages',
    'message_versions',
    'message_reactions',
    'poll_votes',
    'receipts',
    'hidden_messages',
    'thread_members',
    'thread_watermarks',
    'thread_marks',
    'threads',
  ],
  alerts: ['alerts', 'alert_ledger', 'alert_audience', 'alert_medias'],
  feeds: ['posts', 'comments', 'likes', 'feeds', 'feed_members'],
  pages: ['page_revisions', 'pages', 'page_drafts', 'page_members', 'documents', 'document_uses'],
  audit: ['audit_log'],
  journal: ['events'],
}

/** Returns what was counted last. */
export const readStorageUsage = async ({ db }: Deps): Promise<{ usage: StorageUsage | null }> => ({
  usage: (await readSetting<StorageUsage>(db, KEY)) ?? null,
})

/** Counts now. @throws tooManyRequests (429); unavailable (503) if it takes too long */
export async function countStorageNow(deps: Deps): Promise<{ usage: StorageUsage }> {
  if (!(await deps.rateLimiter.take(COUNTS, '')).isAllowed) throw new AppError('tooManyRequests')
  return { usage: await countStorage(deps) }
}

async function countStorage(deps: Deps): Promise<StorageUsage> {
  const usage = await deps
    .transaction(async (tx) => {
      await allowCounting(tx)
      const [files, radio] = [await countFiles(tx), await countRecordings(tx)]
      return {
        countedAt: deps.now().toISOString(),
        tables: await usageOfTables(tx),
        files: FILE_KINDS.map((kind) => files.find((file) => file.kind === kind) ?? { kind, count: 0, bytes: 0 }),
        radio,
      }
    })
    .catch((error: unknown) => {
      throw isStatementTimeout(error) ? new AppError('unavailable') : error
    })
  await writeSetting(deps.db, KEY, usage)
  return usage
}

async function usageOfTables(db: Deps['db']): Promise<StorageUsage['tables']> {
  const sizes = new Map((await tableSizes(db)).map((size) => [size.name, size]))
  const bytesOf = (names: readonly string[]) => names.reduce((sum, name) => sum + (sizes.get(name)?.bytes ?? 0), 0)
  const known = TABLE_KINDS.filter((kind) => kind !== 'other').map((kind) => {
    const [first = ''] = TABLES[kind]
    return { kind, rows: sizes.get(first)?.rows ?? null, bytes: bytesOf(TABLES[kind]) }
  })
  const rest = (await databaseBytes(db)) - known.reduce((sum, { bytes }) => sum + bytes, 0)
  return [...known, { kind: 'other', rows: null, bytes: Math.max(0, rest) }]
}

export const storageUsageJob = (deps: Deps): Job => ({
  name: 'storage usage',
  every: DAY_MS,
  firstAfter: 10 * 60_000,
  run: () => countStorage(deps),
})
