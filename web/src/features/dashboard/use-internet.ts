import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { internetQuery } from './dashboard.queries.ts'

const onNetwork = (listener: () => void) => {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** false only where it is known: the unit looked and found no internet, or this device has no network at all. */
export function useHasInternet(): boolean {
  const hasNetwork = useSyncExternalStore(onNetwork, () => navigator.onLine)
  const { data } = useQuery(internetQuery)
  return hasNetwork && data?.isOnline !== false
}
