import { z } from 'zod'
import { ERASE, isErasureBy, linesOf, writeLines } from './erasures.ts'
import { segmentWith } from './erasures.sql.ts'
import { deleteUnknown } from './retries.sql.ts'
import { selfRow, unitRow } from './roster.sql.ts'
import { erasedLine, erasureOf, erasureSignature, LANE, unitOfLane } from './segments.ts'
import { defineSyncKind } from './sync-kind.service.ts'

/** Records whose words are erased in the stored segments of every unit. The erasure itself is signed. */
export const eraseKind = defineSyncKind({
  name: ERASE,
  schema: z.object({
    lane: z.string().regex(LANE),
    n: z.int().positive(),
    /** The signature of the unit of the lane or of the founder, base64url. */
    signature: z.string().regex(/^[\w-]{86}$/),
  }),
  read: async (db, keys) => {
    const records = []
    for (const key of keys) {
      const [lane = '', number] = key.split('|')
      const n = Number(number)
      const segment = await segmentWith(db, lane, n)
      const signature = segment && erasureSignature((await linesOf(segment))[n - segment.first] ?? '')
      if (signature !== undefined) records.push({ lane, n, signature })
    }
    return records
  },
  receive: async (tx, { lane, n, signature }) => {
    const segment = await segmentWith(tx, lane, n)
    if (segment === undefined) return 'missing'
    const lines = await linesOf(segment)
    const line = lines[n - segment.first] ?? ''
    if (erasureSignature(line) !== undefined) return true
    const self = await selfRow(tx)
    const units = await Promise.all([unitOfLane(lane), self?.founder_id ?? ''].filter(Boolean).map((id) => unitRow(tx, id)))
    if (!isErasureBy(units, erasureOf(lane, n, line), signature)) return false
    lines[n - segment.first] = erasedLine(line, signature)
    await writeLines(tx, segment, lines)
    await deleteUnknown(tx, lane, n)
    return true
  },
})
