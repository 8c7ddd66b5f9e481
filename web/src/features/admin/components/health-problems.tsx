import { useQuery } from '@tanstack/react-query'
import { useText } from '../../../platform/language/i18n.ts'
import { Tag } from '../../../ui/layout/tag.tsx'
import { isProblem } from '../health/health-texts.ts'
import { healthQuery } from '../health/health.queries.ts'

/** The number of checks that need attention, beside their area. */
export function HealthProblems() {
  const text = useText()
  const count = useQuery(healthQuery).data?.checks.filter((check) => isProblem(check)).length ?? 0
  return count > 0 && <Tag tone="warn">{text('health.attentionCount', { count })}</Tag>
}
