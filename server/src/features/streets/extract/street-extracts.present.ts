import { type StreetExtract, StreetExtractProblem } from '@noroshi/contract/streets/street-extracts.http'
import type { ExtractRow } from './street-extracts.sql.ts'

export function presentExtract(row: ExtractRow): StreetExtract {
  const [west = 0, south = 0, east = 0, north = 0] = row.bounds
  return {
    area: [west, south, east, north],
    startedAt: row.created_at.toISOString(),
    phase: phaseOf(row),
    bytes: row.bytes,
    doneBytes: row.done_bytes,
    problem: row.problem === null ? null : StreetExtractProblem.catch('unexpected').parse(row.problem),
  }
}

function phaseOf({ problem, bytes, done_bytes }: ExtractRow): StreetExtract['phase'] {
  if (problem !== null) return 'failed'
  if (bytes === null) return 'reading'
  return done_bytes < bytes ? 'downloading' : 'storing'
}
