import type { QueryClient } from '@tanstack/react-query'
import type { Person } from '@noroshi/contract/accounts/accounts.http'

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/**
 * Returns an object of the cache with the person's new name and picture; null if the object is not this person. A person has
 * their id and a full name, or a name on the map.
 */
function updatedPerson(value: Record<string, unknown>, user: Person): Record<string, unknown> | null {
  if (value['id'] !== user.id) return null
  if ('fullName' in value) return { ...value, ...user }
  return value['kind'] === 'user' ? { ...value, name: user.fullName, avatarUrl: user.avatarUrl } : null
}

/** Returns the data with the person's new name and picture. Returns the same object if the data does not contain the person. */
export function withPerson(data: unknown, user: Person): unknown {
  if (Array.isArray(data)) {
    const items = data.map((item: unknown) => withPerson(item, user))
    return items.some((item, index) => item !== data[index]) ? items : data
  }
  if (!isRecord(data)) return data
  const person = updatedPerson(data, user)
  if (person) return person
  const entries = Object.entries(data).map(([key, value]) => [key, withPerson(value, user)] as const)
  return entries.some(([key, value]) => value !== data[key]) ? Object.fromEntries(entries) : data
}

/** Puts a person's new name and picture into all queries of the cache. Ignores an older version. */
export function updatePerson(cache: QueryClient, user: Person, version: number) {
  const key = ['accounts', 'profileVersion', user.id]
  const known = cache.getQueryData<number>(key)
  if (known !== undefined && known >= version) return
  cache.setQueryData(key, version)
  for (const { queryKey, state } of cache.getQueryCache().getAll()) {
    const next = withPerson(state.data, user)
    if (next !== state.data) cache.setQueryData(queryKey, next)
  }
}
