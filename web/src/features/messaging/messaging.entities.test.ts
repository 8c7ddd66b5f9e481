import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mergeRows, type Row } from '../../platform/store/entity.ts'
import { messagingEntities } from './messaging.entities.ts'
import { aMessage, aThread } from './testing/fake-threads.ts'

// Each type is a join: copies may arrive in any order and any number of times. Copies of one version are equal, because the server
// raises the version with each change.

const small = fc.nat(4)
const thread = aThread(1)
const message = (seq: number, version: number) => ({ ...aMessage(thread, seq), version, text: `${seq} in version ${version}` })
const marks = fc.record({ id: fc.constant('1'), deliveredSeq: small, seenSeq: small })

/** Copies of one entity, by the name of its type. */
const copies: Record<string, fc.Arbitrary<object>> = {
  thread: small.map((version) => ({ id: '1', version, memberCount: version })),
  threadLatest: fc.tuple(small, small).map(([seq, version]) => ({ id: '1', message: message(seq, version) })),
  threadWatermarks: marks,
  threadOwnMarks: marks,
  threadViewer: fc.record({ id: fc.constant('1'), isDecided: fc.boolean(), isReported: fc.boolean() }),
  message: small.map((version) => message(1, version)),
  threadListing: small.map((at) => ({ id: 'personal', at })),
}

test.each(messagingEntities.map((type) => [type.name, type] as const))('%s: the merge is a join', (name, type) => {
  const copy = copies[name] ?? expect.unreachable(`${name} needs copies here`)
  const row = copy.map((value): Row => ({ value, version: type.version(value as never), receivedAt: 1 })) // as: a copy of its type
  const removal = small.map((version): Row => ({ value: undefined, version, receivedAt: 1 }))
  const any = type.parent || name === 'threadListing' ? row : fc.oneof({ weight: 4, arbitrary: row }, removal)
  const merge = (a: Row, b: Row) => mergeRows(type, a, b)
  fc.assert(
    fc.property(any, any, any, (a, b, c) => {
      expect(merge(a, a)).toEqual(a)
      expect(merge(a, b)).toEqual(merge(b, a))
      expect(merge(merge(a, b), c)).toEqual(merge(a, merge(b, c)))
    }),
    { numRuns: 2_000 },
  )
})
