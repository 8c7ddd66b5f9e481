import { queryOptions } from '@tanstack/react-query'
import { takRoutes } from '@noroshi/contract/exchange/tak.http'
import { call } from '../../platform/connection/http.ts'
import { storedKey } from '../../platform/store/stored-key.ts'
import { useChange } from '../../ui/states/use-change.ts'

/** To whom the location of the user leaves, and whether the user consents to it. */
export const takSharingQuery = queryOptions({
  queryKey: storedKey('takSharing'),
  queryFn: () => call(takRoutes.readSharing),
})

/** Gives or revokes the consent for a recipient and contents that the user has read. */
export const useShareWithTak = (read: { readonly recipient: string; readonly includesNames: boolean }) =>
  useChange(
    (isShared: boolean) => call(takRoutes.share, { body: { ...read, isShared } }),
    (cache, sharing) => cache.setQueryData(takSharingQuery.queryKey, sharing),
    'tak.sharingSaved',
  )
