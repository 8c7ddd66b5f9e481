import { expect, test } from 'vitest'
import type { Person } from '@noroshi/contract/accounts/accounts.http'
import { searchState } from './person-search.ts'

const person = (id: string): Person => ({ id, firstName: id, lastName: '', fullName: id, avatarUrl: null })
const [aiko, ben] = [person('aiko'), person('ben')]
const nothing = { words: '', asked: '', people: undefined, error: null, excludedIds: [] }

test('a blank field asks to begin, whatever was found before', () => {
  expect(searchState({ ...nothing, people: [aiko] })).toEqual({ status: 'start' })
})

test('while somebody types on, what the words of before found is not shown', () => {
  expect(searchState({ ...nothing, words: 'aik', asked: 'ai', people: [aiko] })).toEqual({ status: 'searching' })
  expect(searchState({ ...nothing, words: 'ai', asked: 'ai' })).toEqual({ status: 'searching' })
})

test('people who are left out are not offered, and where they were all, nobody is found', () => {
  const asked = { ...nothing, words: 'a', asked: 'a', excludedIds: ['ben'] }
  expect(searchState({ ...asked, people: [aiko, ben] })).toEqual({ status: 'found', people: [aiko] })
  expect(searchState({ ...asked, people: [ben] })).toEqual({ status: 'none' })
  expect(searchState({ ...asked, people: [] })).toEqual({ status: 'none' })
})

test('a search that failed says so', () => {
  const error = new Error('no answer')
  expect(searchState({ ...nothing, words: 'a', asked: 'a', error })).toEqual({ status: 'failed', error })
})
