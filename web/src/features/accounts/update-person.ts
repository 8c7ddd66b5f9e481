import type { QueryClient } from '@tanstack/react-query'
import type { Person } from '@noroshi/contract/accounts/accounts.http'
import { personEntity, withPeople } from '../../platform/store/known-people.ts'
import { storeOf } from '../../platform/store/stores.ts'

/** Writes a person's new name and picture to the store and to all cached queries. An older version is ignored. */
export function updatePerson(cache: QueryClient, person: Person, version: number) {
  const store = storeOf(cache)
  const { id } = person
  if ((store.row(personEntity, id)?.version ?? -1) >= version) return
  store.put(personEntity, { id, version, person })
  for (const { queryKey, state } of cache.getQueryCache().getAll()) {
    const next = withPeople(state.data, (each) => (each === id ? person : undefined))
    if (next !== state.data) cache.setQueryData(queryKey, next)
  }
}
