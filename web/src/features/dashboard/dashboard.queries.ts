import { queryOptions } from '@tanstack/react-query'
import { dashboardRoutes } from '@noroshi/contract/dashboard/dashboard.http'
import { call } from '../../platform/connection/http.ts'
import { storedKey } from '../../platform/store/stored-key.ts'

/** The query key of all dashboard queries. */
export const dashboardKey = storedKey('dashboard')

/** All sections with the links that are visible now, by the server's clock. */
export const sectionsQuery = queryOptions({
  queryKey: [...dashboardKey, 'sections'] as const,
  queryFn: () => call(dashboardRoutes.sections),
})

export const linksKey = [...dashboardKey, 'links'] as const

/** All links of a section for administrators, including scheduled and expired ones. */
export const allLinksQuery = (sectionId: string) =>
  queryOptions({
    queryKey: [...linksKey, sectionId] as const,
    queryFn: () => call(dashboardRoutes.links, { params: { id: sectionId }, query: { all: true } }),
  })
