import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyVersion, expectJoin } from '../../platform/store/testing/laws.ts'
import { pageEntities } from './pages.entities.ts'
import { aDraft, aMember, aPage, cardOf, person } from './testing/fake-pages.ts'

const small = fc.nat(4)
const page = aPage(1)

/** Copies of one entity, by the name of its type. */
const copies: Record<string, fc.Arbitrary<object>> = {
  page: small.map((version) => ({ ...cardOf(page), version, title: `in version ${version}` })),
  readPage: small.map((version) => ({ ...page, version, content: `in version ${version}` })),
  pageListing: small.map((at) => ({ id: 'all', at })),
  pageMembership: small.map((at) => ({ id: page.id, at, membership: at % 2 === 0 ? null : aMember(page, person('Ben')) })),
  pageMembers: small.map((at) => ({ id: page.id, at, data: at % 2 === 0 ? [] : [aMember(page, person('Ben'))] })),
  draft: small.map((version) => ({ ...aDraft(page, person('Ben')), version, excerpt: `in version ${version}` })),
  draftContent: fc.constant({ id: '1', draftContent: '{}', DraftedByUserId: '1' }),
  draftCoverage: small.map((at) => ({ id: '1 own', ofId: '1', at, through: at % 2 === 0 ? null : '2' })),
}
const removable = ['page']

test.each(pageEntities.map((type) => [type.name, type] as const))('%s: the merge is a join', (name, type) => {
  expectJoin(type, copies[name] ?? expect.unreachable(`${name} needs copies here`), removable.includes(name) ? anyVersion : null)
})
