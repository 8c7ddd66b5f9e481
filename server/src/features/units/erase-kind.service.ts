import { z } from 'zod'
import { ERASE, linesOf } from './erasures.ts'
import { segmentWith } from './erasures.sql.ts'
import { segmentBody } from './lanes.sql.ts'
import { erasureSignature, LANE } from './segments.ts'
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
      const lines = segment && (await linesOf({ body: await segmentBody(db, lane, segment.first) }))
      const signature = segment && erasureSignature(lines?.[n - segment.first] ?? '')
      if (signature !== undefined) records.push({ lane, n, signature })
    }
    return records
  },
  receive: (tx, record, _, erasures) => erasures.add(tx, record),
})
