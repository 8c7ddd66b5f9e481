import { queryOptions, useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { call } from './http.ts'

/** Whether the server reaches the internet. null: the server has not checked. */
export const internetQuery = queryOptions({
  queryKey: ['internet'] as const,
  queryFn: () => call(accountRoutes.checkInternet),
})

const onNetwork = (listener: () => void) => {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** Returns false only if the server found no internet or this device has no network. */
export function useHasInternet(): boolean {
  const hasNetwork = useSyncExternalStore(onNetwork, () => navigator.onLine)
  const { data } = useQuery(internetQuery)
  return hasNetwork && data?.isOnline !== false
}
