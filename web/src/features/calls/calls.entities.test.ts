import fc from 'fast-check'
import { expect, test } from 'vitest'
import { expectJoin } from '../../platform/store/testing/laws.ts'
import { callEntities } from './calls.entities.ts'
import { aCall } from './testing/fake-calls.ts'

const small = fc.nat(4)
const isRead = fc.boolean()
const call = aCall({ id: 'call', HostUserId: 'Aiko' }, ['Ben', 'Chika'])

/** Copies of one entity, by the name of its type. */
const copies: Record<string, fc.Arbitrary<object>> = {
  call: fc.tuple(small, small, isRead).map(([version, time, wasRead]) => {
    const at = wasRead ? time + 1 : 0
    const messageGroup = { name: `at ${at}`, imageUrl: null, MessageThreadId: 'thread' }
    return { at, call: { ...call, version, messageGroup, endedAt: version % 2 === 0 ? null : call.createdAt } }
  }),
  callCoverage: small.map((at) => ({ id: 'group', ofId: 'group', at, through: at % 2 === 0 ? null : 'call' })),
}

// A call is never removed: no user loses the right to read it.
test.each(callEntities.map((type) => [type.name, type] as const))('%s: the merge is a join', (name, type) => {
  expectJoin(type, copies[name] ?? expect.unreachable(`${name} needs copies here`), null)
})
