import { afterAll, expect, test } from 'vitest'
import { setLanguage } from './i18n.ts'
import { nameOf } from './person-name.ts'

afterAll(() => setLanguage('en'))

test('a page shows the name of a person in the order of its language, even after a change of the language', async () => {
  const haruka = { firstName: '遥', lastName: '佐藤' }
  await setLanguage('ja')
  expect(nameOf(haruka)).toBe('佐藤 遥')
  expect(nameOf({ firstName: 'Mei', lastName: 'Lin' })).toBe('Mei Lin')
  await setLanguage('en')
  expect(nameOf(haruka)).toBe('遥 佐藤')
})

test('a page shows a deleted user, who has no name, in its language', async () => {
  const deleted = { firstName: '', lastName: '' }
  expect(nameOf(deleted)).toBe('Deleted user')
  await setLanguage('ja')
  expect(nameOf(deleted)).toBe('退会したユーザー')
  await setLanguage('en')
})

test('a page shows no name of an anonymous person', () => {
  expect([nameOf(null), nameOf(undefined)]).toEqual(['', ''])
})
