import { useQuery } from '@tanstack/react-query'
import { useText } from '../../../platform/language/i18n.ts'
import { Tag } from '../../../ui/layout/tag.tsx'
import { reportCountQuery } from '../admin-reports.queries.ts'

/** The number of open reports, beside their area. */
export function OpenReports() {
  const text = useText()
  const count = useQuery(reportCountQuery).data?.open ?? 0
  return count > 0 && <Tag tone="warn">{text('reports.openCount', { count })}</Tag>
}
