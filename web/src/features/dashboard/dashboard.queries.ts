import { queryOptions } from '@tanstack/react-query'
import { dashboardRoutes } from '@noroshi/contract/dashboard/dashboard.http'
import { call } from '../../platform/http.ts'

export const sectionsQuery = queryOptions({
  queryKey: ['dashboard', 'sections'] as const,
  queryFn: () => call(dashboardRoutes.sections),
})

export const linksKey = ['dashboard', 'links'] as const

/** What a section shows now; the server knows the hour. */
export const linksQuery = (sectionId: string) =>
  queryOptions({
    queryKey: [...linksKey, sectionId, 'shown'] as const,
    queryFn: () => call(dashboardRoutes.links, { params: { id: sectionId } }),
  })

/** All links of a section, for an administrator: those that wait or are over too. */
export const allLinksQuery = (sectionId: string) =>
  queryOptions({
    queryKey: [...linksKey, sectionId, 'all'] as const,
    queryFn: () => call(dashboardRoutes.links, { params: { id: sectionId }, query: { all: true } }),
  })
