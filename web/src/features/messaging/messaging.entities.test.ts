import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyVersion, expectJoin } from '../../platform/store/testing/laws.ts'
import { messagingEntities } from './messaging.entities.ts'
import { aMessage, aThread } from './testing/fake-threads.ts'

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
  threadSettings: small.map((version) => ({ id: '1', version, isPinned: version % 2 === 0 })),
  message: small.map((version) => message(1, version)),
  hiddenMessages: small.map((at) => ({ id: 'own', at, messageIds: [String(at)] })),
  threadMention: small.map((seq) => ({ id: '1', seq })),
  threadRemovedSeq: small.map((seq) => ({ id: '1', seq })),
  quotedMessage: small.map((version) => ({
    id: '1',
    MessageThreadId: thread.id,
    alertId: null,
    version,
    text: `in version ${version}`,
  })),
  threadMembers: small.map((at) => ({ id: '1', at, data: [{ isAdmin: at % 2 === 0 }] })),
  threadMembership: small.map((at) => ({ id: '1', at, data: { isAdmin: at % 2 === 0 } })),
  threadListing: small.map((at) => ({ id: 'personal', at })),
}

test.each(messagingEntities.map((type) => [type.name, type] as const))('%s: the merge is a join', (name, type) => {
  const copy = copies[name] ?? expect.unreachable(`${name} needs copies here`)
  expectJoin(type, copy, !type.parent && name !== 'threadListing' ? anyVersion : null)
})
