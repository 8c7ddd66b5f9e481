import type { Alert } from '@noroshi/contract/alerts/alerts.http'
import type { Language } from '@noroshi/contract/i18n'
import type { Text } from '../../platform/language/i18n.ts'
import { dateTime } from '../../platform/language/time.ts'

/** The name of the unit at which an alert of another one was raised; null for an alert of this unit. */
export const unitOf = ({ origin }: Pick<Alert, 'origin'>, text: Text): string | null =>
  origin == null || origin.unitName === null ? null : origin.unitName || text('alerts.otherUnit')

/** Where an alert came from, and when if it came late: 'From Gym'; null for an alert of this unit. */
export function originText(alert: Pick<Alert, 'origin'>, text: Text, language: Language): string | null {
  const { origin } = alert
  if (origin == null) return null
  const unit = unitOf(alert, text)
  const time = dateTime(origin.arrivedAt, language)
  if (unit === null) return text('alerts.arrived', { time })
  return origin.isLate ? text('alerts.fromUnitLate', { unit, time }) : text('alerts.fromUnit', { unit })
}
