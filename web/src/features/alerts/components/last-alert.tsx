import { useInfiniteQuery } from '@tanstack/react-query'
import { useLanguage, useText } from '../../../platform/i18n.ts'
import { dateTime } from '../../../platform/time.ts'
import { alertsIn } from '../alert-cache.ts'
import { raiserName } from '../alert-texts.ts'
import { alertsQuery } from '../alerts.queries.ts'

/** The newest alert in one line: its raiser and its time. */
export function LastAlert() {
  const text = useText()
  const language = useLanguage()
  const { data } = useInfiniteQuery(alertsQuery('all'))
  if (!data) return null
  const [last] = alertsIn(data)
  if (!last) return <p>{text('standby.noAlert')}</p>
  const params = { name: raiserName(last, text), time: dateTime(last.createdAt, language) }
  return <p>{text(last.resolvedAt === null ? 'standby.activeAlert' : 'standby.lastAlert', params)}</p>
}
