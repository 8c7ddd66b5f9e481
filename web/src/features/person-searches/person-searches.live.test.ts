import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { createReceiver } from '../../platform/connection/live.ts'
import { newId } from '../../platform/ids.ts'
import { personSearchesLive } from './person-searches.live.ts'
import { personSearchesQuery, shelterMessagesQuery } from './person-searches.queries.ts'

test('a list of questions that changed is read again', () => {
  const cache = new QueryClient()
  cache.setQueryData(personSearchesQuery.queryKey, { searches: [], received: [] })
  createReceiver(cache, [personSearchesLive])('person-searches:changed', {}, newId(), { isCatchUp: false })
  expect(cache.getQueryState(personSearchesQuery.queryKey)?.isInvalidated).toBe(true)
})

test('the messages of a shelter are read again when there is one, and those of other shelters are not', () => {
  const cache = new QueryClient()
  const [placeId, otherId] = [newId(), newId()]
  for (const id of [placeId, otherId]) cache.setQueryData(shelterMessagesQuery(id).queryKey, { items: [] })
  createReceiver(cache, [personSearchesLive])('person-searches:message', { placeId }, newId(), { isCatchUp: false })
  const isInvalidated = (id: string) => cache.getQueryState(shelterMessagesQuery(id).queryKey)?.isInvalidated
  expect([isInvalidated(placeId), isInvalidated(otherId)]).toEqual([true, false])
})
