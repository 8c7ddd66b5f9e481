import type { QueryClient } from '@tanstack/react-query'
import type { RadioChat, RadioLocation } from '@noroshi/contract/radio/radio.http'
import { radioLocationsQuery } from './radio.queries.ts'
import { radioStore } from './radio-store.ts'
import { radioChatEntity } from './radio.entities.ts'

/** Applies a shared location; null removes it. An older one that arrives late changes nothing. */
export function applyRadioLocation(cache: QueryClient, threadId: string, userId: string, location: RadioLocation | null): void {
  const { queryKey } = radioLocationsQuery(threadId)
  cache.setQueryData(queryKey, (list) => {
    if (!list) return list
    const known = list.items.find(({ user }) => user.id === userId)
    if (known && location && known.at > location.at) return list
    const others = list.items.filter(({ user }) => user.id !== userId)
    return { ...list, items: location ? [...others, location] : others }
  })
  // A list that could not be read is read again: a member at rest emits no other event.
  if (cache.getQueryState(queryKey)?.status === 'error') void cache.invalidateQueries({ queryKey })
}

/** Removes the locations of a radio chat that has ended, unless the next one of the thread already runs. */
export function removeRadioLocations(cache: QueryClient, { MessageThreadId: id }: RadioChat): void {
  if (radioStore(cache).get(radioChatEntity, id)?.running) return
  cache.removeQueries({ queryKey: radioLocationsQuery(id).queryKey })
}
