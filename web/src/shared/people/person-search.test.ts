import { expect, test } from 'vitest'
import type { Person } from '@noroshi/contract/accounts/accounts.http'
import { searchState } from './person-search.ts'

const person = (id: string): Person => ({ id, firstName: id, lastName: '', fullName: id, avatarUrl: null })
const [aiko, ben] = [person('aiko'), person('ben')]
const initial = { query: '', debouncedQuery: '', people: undefined, error: null, excludedIds: [] }

test('a blank field has the start state, whatever the last result', () => {
  expect(searchState({ ...initial, people: [aiko] })).toEqual({ status: 'start' })
})

test('a blank field offers recent users that are not excluded', () => {
  expect(searchState({ ...initial, recent: [aiko, ben], excludedIds: ['ben'] })).toEqual({ status: 'recent', people: [aiko] })
  expect(searchState({ ...initial, recent: [ben], excludedIds: ['ben'] })).toEqual({ status: 'start' })
})

test('results of an earlier text are not shown while the user types', () => {
  expect(searchState({ ...initial, query: 'aik', debouncedQuery: 'ai', people: [aiko] })).toEqual({ status: 'searching' })
  expect(searchState({ ...initial, query: 'ai', debouncedQuery: 'ai' })).toEqual({ status: 'searching' })
})

test('excluded users are not offered, and without other users the result is none', () => {
  const facts = { ...initial, query: 'a', debouncedQuery: 'a', excludedIds: ['ben'] }
  expect(searchState({ ...facts, people: [aiko, ben] })).toEqual({ status: 'found', people: [aiko] })
  expect(searchState({ ...facts, people: [ben] })).toEqual({ status: 'none' })
  expect(searchState({ ...facts, people: [] })).toEqual({ status: 'none' })
})

test('a failed search has the error', () => {
  const error = new Error('no answer')
  expect(searchState({ ...initial, query: 'a', debouncedQuery: 'a', error })).toEqual({ status: 'failed', error })
})
