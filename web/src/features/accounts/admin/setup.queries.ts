import { queryOptions, skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { type Setup, setupRoutes } from '@noroshi/contract/accounts/setup.http'
import type { Me } from '@noroshi/contract/accounts/accounts.http'
import { call } from '../../../platform/connection/http.ts'

const readSetup = () => call(setupRoutes.read)
const setupQuery = queryOptions({ queryKey: ['admin', 'setup'] as const, queryFn: readSetup })

const isOpen = ({ items, isDismissed }: Setup): boolean => !isDismissed && items.some(({ isDone }) => !isDone)

/**
 * The set-up checklist on the home screen.
 * @returns null if there is none to show: for users other than administrators, and once it is done or dismissed;
 * undefined while loading, so that the page can keep its layout
 */
export function useOpenSetup(me: Me | null | undefined): Setup | null | undefined {
  const { data, isError } = useQuery({ ...setupQuery, queryFn: me?.isAdmin === true ? readSetup : skipToken })
  if (me === undefined) return undefined
  if (me?.isAdmin !== true || isError) return null
  return data && (isOpen(data) ? data : null)
}

export function useChangeSetup() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (body: z.input<typeof setupRoutes.change.body>) => call(setupRoutes.change, { body }),
    onSuccess: (setup) => cache.setQueryData(setupQuery.queryKey, setup),
  })
}
