import { afterAll, expect, test } from 'vitest'
import { setLanguage } from './i18n.ts'
import { nameOf } from './person-name.ts'
import { sortByName } from './sort-by-name.ts'

afterAll(() => setLanguage('en'))

const people = [
  { firstName: 'あい', lastName: 'やまだ' },
  { firstName: 'かな', lastName: 'すずき' },
  { firstName: 'めい', lastName: 'えとう' },
]
const names = () => sortByName(people, (person) => person).map(nameOf)

test('Japanese pages sort people by the last name, which they show first', async () => {
  await setLanguage('ja')
  expect(names()).toEqual(['えとう めい', 'すずき かな', 'やまだ あい'])
})

test('English pages sort people by the first name, which they show first', async () => {
  await setLanguage('en')
  expect(names()).toEqual(['あい やまだ', 'かな すずき', 'めい えとう'])
})
