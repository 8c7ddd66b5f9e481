import type { HealthReading, HealthUnit } from '@noroshi/contract/health/health.http'
import type { Language } from '@noroshi/contract/i18n'
import { isMessageKey, type Text } from '../../../platform/language/i18n.ts'
import { duration } from '../../../platform/language/time.ts'
import { sizeText } from '../../../ui/forms/size-text.ts'

/** Returns the text of a key of the server. A key that a newer server sends is returned without its beginning. */
function textOf(prefix: string, name: string, text: Text): string {
  const key = prefix + name
  return isMessageKey(key) ? text(key) : name
}

export const factText = (name: string, text: Text): string => textOf('health.fact.', name, text)
export const adviceText = (advice: string, text: Text): string => textOf('health.advice.', advice, text)

/** Returns the name of a check, with the computer if there are several. */
export function checkText({ name, machine }: Pick<HealthReading, 'name' | 'machine'>, text: Text): string {
  const check = textOf('health.check.', name, text)
  return machine === null ? check : text('health.onMachine', { check, machine })
}

/** Returns a number with its unit; 'Unknown' for null. */
export function amountText(unit: HealthUnit, value: number | null, text: Text, language: Language): string {
  if (value === null) return text('health.level.unknown')
  if (unit === 'bytes') return sizeText(value)
  if (unit === 'celsius') return text('health.degrees', { count: Math.round(value) })
  if (unit === 'percent') return text('health.percent', { count: Math.round(value) })
  if (unit === 'count') return value.toLocaleString()
  if (value < 1) return text('health.milliseconds', { count: Math.round(value * 1000) })
  return value < 60 ? text('health.seconds', { count: Math.round(value * 10) / 10 }) : duration(value, language)
}

/** Whether a check needs an administrator. */
export const isProblem = ({ level }: Pick<HealthReading, 'level'>): boolean => level === 'failure' || level === 'warning'

/** Returns the state of the whole in one line. */
export function summaryText(checks: readonly HealthReading[], text: Text): string {
  const problems = checks.filter((check) => isProblem(check)).length
  const unknown = checks.filter(({ level }) => level === 'unknown').length
  if (problems > 0) return text('health.attention', { count: problems })
  return text(unknown > 0 ? 'health.noProblem' : 'health.allWell')
}
