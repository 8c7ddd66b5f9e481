import { promisify } from 'node:util'
import { zstdCompress } from 'node:zlib'
import type { Db } from '#/db/pool.ts'
import { requestErasure } from './erasures.sql.ts'
import {
  hasNoted,
  insertSegment,
  laneRows,
  lockLanesOfConnection,
  placeSegment,
  saveLane,
  takeOutbox,
  unlockLanesOfConnection,
} from './lanes.sql.ts'
import { raiseChanges } from './retries.sql.ts'
import { findMember } from './roster.service.ts'
import { hashOfSegment, type Header, lineOf, SEGMENT_CHARACTERS_MAX, SEGMENT_RECORDS_MAX } from './segments.ts'
import type { SyncContext } from './sync-context.service.ts'

const pack = promisify(zstdCompress)

/**
 * Moves the noted changes into signed segments of the own lane. All rows are read in one snapshot and written in the order of
 * the kinds, so that whatever a record refers to is before it, or in the `deps` of its segment.
 */
export async function writeSegments(context: SyncContext): Promise<void> {
  // Others wait for the lock with a connection each.
  if (!(await hasNoted(context.deps.db))) return
  const count = await context.deps.db.connection().execute(async (connection) => {
    // The lock comes before the snapshot, which would otherwise miss what the lock waited for.
    await lockLanesOfConnection(connection)
    try {
      return await connection
        .transaction()
        .setIsolationLevel('repeatable read')
        .execute((tx) => writeNoted(context, tx))
    } finally {
      await unlockLanesOfConnection(connection)
    }
  })
  if (count > 0) for (const listen of context.onStored) listen()
}

async function writeNoted({ kinds, keys }: SyncContext, tx: Db): Promise<number> {
  const member = await findMember(tx)
  if (member === null) return 0
  const noted = await takeOutbox(tx)
  if (noted.length === 0) return 0
  const lines: string[] = []
  for (const kind of kinds) {
    const own = [...new Set(noted.flatMap((one) => (one.kind === kind.name ? [one.key] : [])))]
    if (own.length === 0) continue
    for (const record of await kind.read(tx, own)) {
      lines.push(lineOf(kind.name, record))
      await requestErasure(tx, kind, record, { unitId: member.unit_id, selfId: member.unit_id })
    }
  }
  const unitKeys = await keys()
  const lane = `${member.unit_id}.${unitKeys.laneSuffix}`
  const lanes = await laneRows(tx)
  const end = lanes.find((row) => row.lane === lane)
  let [last, prev] = [end?.applied ?? 0, end?.hash ?? Buffer.alloc(0)]
  const deps = Object.fromEntries(lanes.flatMap((row) => (row.lane !== lane && row.applied > 0 ? [[row.lane, row.applied]] : [])))
  for (const part of partsOf(lines)) {
    const header: Header = { format: 1, lane, first: last + 1, last: last + part.length, deps, prev: prev.toString('base64url') }
    const [headerText, body] = [JSON.stringify(header), part.join('\n')]
    const hash = hashOfSegment(headerText, body)
    await insertSegment(tx, {
      lane,
      first: header.first,
      last: header.last,
      header: headerText,
      body: await pack(body),
      signature: unitKeys.sign(hash),
      hash,
    })
    await placeSegment(tx, lane, header.first)
    last = header.last
    prev = hash
  }
  if (lines.length > 0) {
    await saveLane(tx, lane, last, prev)
    await raiseChanges(tx)
  }
  return lines.length
}

function* partsOf(lines: readonly string[]): Generator<string[]> {
  let part: string[] = []
  let characters = 0
  for (const line of lines) {
    if (part.length === SEGMENT_RECORDS_MAX || (part.length > 0 && characters + line.length > SEGMENT_CHARACTERS_MAX)) {
      yield part
      part = []
      characters = 0
    }
    part.push(line)
    characters += line.length
  }
  if (part.length > 0) yield part
}
