import fc from 'fast-check'
import { expect, test } from 'vitest'
import { expectJoin } from '../../platform/store/testing/laws.ts'
import { radioEntities } from './radio.entities.ts'
import { aFloor, aMessage, aRadioChat, idOf, me } from './testing/fake-radio.ts'

const small = fc.nat(4)
const id = 'thread'

/** Copies of one entity, by the name of its type. */
const copies: Record<string, fc.Arbitrary<object>> = {
  radioChat: fc.tuple(small, small).map(([number, halves]) => {
    const [chatId, version] = [idOf(3, number), halves / 2]
    // A reply without a radio chat ends the known one in a version between two others.
    return { id, chatId, version, running: halves % 2 === 1 ? null : aRadioChat({ id: chatId, version }) }
  }),
  radioFloor: fc.tuple(small, small).map(([chat, version]) => ({
    id,
    floor: aFloor(version, version % 2 === 0 ? null : me, { radioChatId: idOf(3, chat) }),
  })),
  radioMessage: small.map((version) => aMessage(1, { version, text: `version ${version}` })),
  radioLatest: fc
    .tuple(small, small)
    .map(([seq, version]) => ({ id, message: aMessage(seq, { version, text: `${seq} ${version}` }) })),
  radioMarks: fc.record({ id: fc.constant(id), deliveredSeq: small, seenSeq: small }),
  radioRemovedSeq: small.map((seq) => ({ id, seq })),
  radioListing: small.map((at) => ({ id: 'all', at })),
  radioCoverage: small.map((at) => ({ id, ofId: id, at, through: at % 2 === 0 ? null : 'position' })),
}

// The removal of the thread removes them.
test.each(radioEntities.map((type) => [type.name, type] as const))('%s: the merge is a join', (name, type) => {
  expectJoin(type, copies[name] ?? expect.unreachable(`${name} needs copies here`), null)
})
