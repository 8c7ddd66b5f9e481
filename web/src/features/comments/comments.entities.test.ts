import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyVersion, expectJoin } from '../../platform/store/testing/laws.ts'
import { comments } from './comments.resource.ts'

const small = fc.nat(4)
const id = '01990008-0000-7000-8000-000000000001'

/** Copies of one entity, by the name of its type. */
const copies: Record<string, fc.Arbitrary<object>> = {
  comment: small.map((version) => ({ id, EntityId: id, version, description: `in version ${version}` })),
  commentCoverage: small.map((at) => ({ id, ofId: id, at, through: at % 2 === 0 ? null : id })),
}

test.each(comments.types.map((type) => [type.name, type] as const))('%s: the merge is a join', (name, type) => {
  expectJoin(type, copies[name] ?? expect.unreachable(`${name} needs copies here`), name === 'comment' ? anyVersion : null)
})
