import type { QueryClient } from '@tanstack/react-query'
import type { Person } from '@noroshi/contract/accounts/accounts.http'

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** What of a place in the cache shows this person: everything with their id and a full name; on the map, a name. */
function faceOf(value: Record<string, unknown>, user: Person): Record<string, unknown> | null {
  if (value['id'] !== user.id) return null
  if ('fullName' in value) return { ...value, ...user }
  return value['kind'] === 'user' ? { ...value, name: user.fullName, avatarUrl: user.avatarUrl } : null
}

/** The same data with the person's new name and picture wherever they stand; the very same object where they do not. */
export function withPerson(data: unknown, user: Person): unknown {
  if (Array.isArray(data)) {
    const items = data.map((item: unknown) => withPerson(item, user))
    return items.some((item, index) => item !== data[index]) ? items : data
  }
  if (!isRecord(data)) return data
  const face = faceOf(data, user)
  if (face) return face
  const entries = Object.entries(data).map(([key, value]) => [key, withPerson(value, user)] as const)
  return entries.some(([key, value]) => value !== data[key]) ? Object.fromEntries(entries) : data
}

/** A person's new name and picture, on every list and page that this tab keeps; never an older one. */
export function showPerson(cache: QueryClient, user: Person, version: number) {
  const key = ['accounts', 'profileVersion', user.id]
  const known = cache.getQueryData<number>(key)
  if (known !== undefined && known >= version) return
  cache.setQueryData(key, version)
  for (const { queryKey, state } of cache.getQueryCache().getAll()) {
    const next = withPerson(state.data, user)
    if (next !== state.data) cache.setQueryData(queryKey, next)
  }
}
