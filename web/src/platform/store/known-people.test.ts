import fc from 'fast-check'
import { test } from 'vitest'
import { personEntity } from './known-people.ts'
import { anyVersion, expectJoin } from './testing/laws.ts'

const named = fc.nat(4).map((version) => {
  const [firstName, fullName] = [`Aiko ${version}`, `Aiko ${version}`]
  return { id: 'aiko', version, person: { id: 'aiko', firstName, lastName: '', fullName, avatarUrl: null } }
})

test('the merge of the names of a person is a join', () => {
  expectJoin(personEntity, named, anyVersion)
})
