import { useLanguage, useText } from '../../../platform/language/i18n.ts'
import { dateTime } from '../../../platform/language/time.ts'
import { useAlerts } from '../alert-lists.ts'
import { raiserName } from '../alert-texts.ts'

/** One line about the newest alert: its raiser and its time. */
export function LastAlert() {
  const text = useText()
  const language = useLanguage()
  const { alerts } = useAlerts('all')
  if (!alerts) return null
  const [last] = alerts
  if (!last) return <p>{text('standby.noAlert')}</p>
  const params = { name: raiserName(last, text), time: dateTime(last.createdAt, language) }
  return <p>{text(last.resolvedAt === null ? 'standby.activeAlert' : 'standby.lastAlert', params)}</p>
}
