import type { QueryClient } from '@tanstack/react-query'
import { changeCache } from '../../../platform/connection/query-cache.ts'
import { accessToken, onAccessToken } from '../../../platform/session/session.ts'
import { ownSheltersQuery } from '../reception.queries.ts'
import { deskCopyKey } from './desk-copy.ts'
import { deskVault } from './desk-vault.ts'

/**
 * Deletes the copies of shelters in which the user has no role any more. What was not sent stays encrypted: another session sends
 * it. Without a connection nothing is known, and nothing is deleted.
 */
export async function deleteLostCopies(cache: QueryClient): Promise<void> {
  const places = [...(await deskVault.load()).keys()]
  if (places.length === 0 || accessToken() === null) return
  const { items } = await cache.fetchQuery({ ...ownSheltersQuery, staleTime: 0 })
  for (const placeId of places) {
    if (items.some(({ place }) => place.id === placeId)) continue
    deskVault.lock(placeId)
    cache.setQueryData([...deskCopyKey, placeId], null)
  }
}

/** Deletes the lost copies at the start of a page and after a sign-in. A failure is repeated at the next start. */
function checkCopies() {
  changeCache((cache) => void deleteLostCopies(cache).catch(() => undefined))
}
checkCopies()
onAccessToken(checkCopies)
