import { infiniteQueryOptions } from '@tanstack/react-query'
import { auditRoutes } from '@noroshi/contract/admin/audit.http'
import { call } from '../../platform/connection/http.ts'
import { keepFilledPages } from '../../platform/connection/keep-filled-pages.ts'
import { dayBounds } from '../../platform/language/day-bounds.ts'

/** A search of the audit log. Days are values of date fields ('2026-11-21'), both inclusive; '' means no limit. */
export interface AuditSearch {
  readonly text: string
  readonly action: string
  readonly fromDay: string
  readonly toDay: string
}

// Without `as` TypeScript infers null as the type of every page's cursor.
const firstCursor = null as string | null

export const auditQuery = (search: AuditSearch) =>
  infiniteQueryOptions({
    queryKey: ['admin', 'audit', search] as const,
    queryFn: ({ pageParam, signal }) => {
      const { start: from } = dayBounds(search.fromDay)
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
    initialPageParam: firstCursor,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepFilledPages,
  })
