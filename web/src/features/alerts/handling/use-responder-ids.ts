import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { AlertForViewer } from '@noroshi/contract/alerts/alerts.http'
import { respondersQuery } from './handling.queries.ts'

/** Returns the users who respond to an alert, if the reader may know them. */
export function useResponderIds({ id, counts }: AlertForViewer): ReadonlySet<string> {
  const { data } = useQuery({ ...respondersQuery(id), enabled: counts.responding > 0 })
  return useMemo(() => new Set(data?.items.flatMap(({ user }) => user?.id ?? [])), [data])
}
