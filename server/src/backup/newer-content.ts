import { stat } from 'node:fs/promises'
import path from 'node:path'
import type pg from 'pg'
import { embeddedPostgres } from '#/db/embedded.ts'
import { ensureDatabase } from '#/db/own-database.ts'
import { type LaterDeletions, readLaterDeletions } from './later-deletions.sql.ts'
import { CLUSTER, withClient } from './server-database.ts'

/** Rows that are newer than a backup. */
interface NewerRows {
  readonly count: number
  /** null: there are none. */
  readonly newestAt: Date | null
}

interface NewerContent {
  readonly alerts: NewerRows
  readonly messages: NewerRows
  readonly deletions: LaterDeletions
  /** The newest alerts, the newest first. */
  readonly latest: readonly { readonly at: Date; readonly text: string }[]
}

/** Max alerts that are listed with their texts, and max characters of each. */
const LISTED_MAX = 5
const TEXT_MAX = 200

/** How the present data differ from an older backup. */
interface Difference {
  /** The lines that name the alerts and messages which a restore would lose. */
  readonly lines: readonly string[]
  /** null: they cannot be read, or there is no database. */
  readonly deletions: LaterDeletions | null
}

/**
 * Compares the present data with a backup. It starts the PostgreSQL of the data directory, whose server must not run, and stops it.
 * @param takenAt the time of the backup, ISO 8601
 */
export async function compareWithBackup(dataDir: string, takenAt: string, signal: AbortSignal): Promise<Difference> {
  const content = await readNewer(path.join(dataDir, CLUSTER), takenAt, signal).catch((error: unknown) => {
    signal.throwIfAborted()
    return error instanceof Error ? error.message.replaceAll('\n', ' ') : String(error)
  })
  if (content === null) return { lines: [`${dataDir} has no database.`], deletions: null }
  if (typeof content === 'string') {
    const unknown = `It is unknown what would be lost: the present database cannot be read (${content}).`
    return { lines: [unknown, 'What was deleted after the backup comes back.'], deletions: null }
  }
  const lines = [
    `The backup is of ${takenAt}. It does not have:`,
    `- ${described(content.alerts, 'alert')}`,
    ...content.latest.map(({ at, text }) => `    ${at.toISOString()} ${text === '' ? '(without text)' : text}`),
    `- ${described(content.messages, 'message')}`,
    'nor anything else that was written since then. All of it would be lost to the restored server.',
    'Accounts, messages, posts, comments and pages that were deleted since then are deleted there too.',
  ]
  return { lines, deletions: content.deletions }
}

const described = ({ count, newestAt }: NewerRows, name: string): string =>
  newestAt === null
    ? `no newer ${name}`
    : `${count} newer ${name}${count === 1 ? '' : 's'}, the last of ${newestAt.toISOString()}`

async function readNewer(cluster: string, takenAt: string, signal: AbortSignal): Promise<NewerContent | null> {
  const hasCluster = await stat(path.join(cluster, 'PG_VERSION')).then(
    () => true,
    () => false,
  )
  if (!hasCluster) return null
  const embedded = await embeddedPostgres(cluster, { signal })
  try {
    return await withClient(await ensureDatabase(embedded), (client) => queryNewer(client, takenAt))
  } finally {
    await embedded.stop()
  }
}

async function queryNewer(client: pg.Client, takenAt: string): Promise<NewerContent> {
  const rowsOf = async (table: 'alerts' | 'messages'): Promise<NewerRows> => {
    const { rows } = await client.query<NewerRows>(
      `SELECT count(*)::int AS count, max(created_at) AS "newestAt" FROM ${table} WHERE created_at > $1`,
      [takenAt],
    )
    return rows[0] ?? { count: 0, newestAt: null }
  }
  const { rows: latest } = await client.query<{ at: Date; text: string }>(
    'SELECT created_at AS at, text_content AS text FROM alerts WHERE created_at > $1 ORDER BY created_at DESC LIMIT $2',
    [takenAt, LISTED_MAX],
  )
  return {
    alerts: await rowsOf('alerts'),
    messages: await rowsOf('messages'),
    deletions: await readLaterDeletions(client, takenAt),
    latest: latest.map(({ at, text }) => ({ at, text: printable(text) })),
  }
}

/** Returns the text in one line, without characters that a terminal would obey. */
const printable = (text: string): string =>
  text
    .replaceAll(/[\p{C}\p{Z}]+/gu, ' ')
    .trim()
    .slice(0, TEXT_MAX)
