import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import { useCurrentUser } from '../session/current-user.ts'
import type { EntityStore } from './entity-store.ts'
import type { AnyType } from './entity.ts'
import { personEntity } from './known-people.ts'
import { registerEntities } from './stores.ts'

/**
 * Returns data of the store, and updates it after each change of `keys` (see {@link EntityStore.subscribe}) or of a
 * person, and when the user becomes known: the name of a personal thread is that of the other member.
 * @param types the feature's entity types, whose rows on disk are restored at the first use
 * @param keys joined by a space
 * @param read returns the same object until its data changes
 */
export function useStore<Result>(types: readonly AnyType[], keys: string, read: (store: EntityStore) => Result): Result {
  const store = registerEntities(useQueryClient(), types)
  useCurrentUser()
  const subscribe = useCallback(
    (listener: () => void) => {
      const ends = [...keys.split(' '), personEntity.name].map((key) => store.subscribe(key, listener))
      return () => {
        for (const end of ends) end()
      }
    },
    [store, keys],
  )
  const snapshot = () => read(store)
  return useSyncExternalStore(subscribe, snapshot, snapshot) // the build renders home
}
