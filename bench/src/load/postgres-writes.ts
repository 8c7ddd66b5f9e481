import type pg from 'pg'

/** Bytes that PostgreSQL has written, by kind, such as `client backend: wal`. Some of them reach the disk together. */
export async function postgresWrites(client: pg.Client): Promise<ReadonlyMap<string, number>> {
  const { rows } = await client.query<{ kind: string; bytes: string }>(
    `SELECT backend_type || ': ' || object || CASE context WHEN 'init' THEN ', new segment' ELSE '' END AS kind,
       sum(COALESCE(write_bytes, 0) + COALESCE(extend_bytes, 0)) AS bytes
     FROM pg_stat_io GROUP BY kind
     UNION ALL SELECT 'temporary files', temp_bytes FROM pg_stat_database WHERE datname = current_database()`,
  )
  return new Map(rows.map(({ kind, bytes }) => [kind, Number(bytes)]))
}

/** Returns what was written between two readings, the most first. */
export function writtenBetween(
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
): (readonly [kind: string, bytes: number])[] {
  const differences = [...after].map(([kind, bytes]) => [kind, bytes - (before.get(kind) ?? 0)] as const)
  return differences.filter(([, bytes]) => bytes > 0).toSorted(([, one], [, other]) => other - one)
}
