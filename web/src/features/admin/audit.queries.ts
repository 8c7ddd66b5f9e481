import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { auditRoutes } from '@noroshi/contract/admin/audit.http'
import { call } from '../../platform/http.ts'
import { dayBounds } from './audit.ts'

/** Days as the fields have them ('2026-11-21'), both included; '' is open. */
export interface AuditSearch {
  readonly text: string
  readonly action: string
  readonly fromDay: string
  readonly toDay: string
}

// `as`: without it the first page's null would be the type of every page's cursor.
const first = null as string | null

export const auditQuery = (search: AuditSearch) =>
  infiniteQueryOptions({
    queryKey: ['admin', 'audit', search] as const,
    queryFn: ({ pageParam, signal }) => {
      const { begin: from } = dayBounds(search.fromDay)
      const { end: to } = dayBounds(search.toDay)
      return call(auditRoutes.list, {
        query: {
          ...(search.text !== '' && { text: search.text }),
          ...(search.action !== '' && { action: search.action }),
          ...(from !== undefined && { from }),
          ...(to !== undefined && { to }),
          ...(pageParam !== null && { cursor: pageParam }),
        },
        signal,
      })
    },
    initialPageParam: first,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  })
