import type { AuditEntry } from '@noroshi/contract/admin/audit.http'
import { messages } from '@noroshi/contract/messages'
import { isMessageKey, type Text } from '../../platform/i18n.ts'

const PREFIX = 'audit.'

/** Every action that has words, in the order of the features. */
export const auditActions: readonly string[] = Object.keys(messages)
  .filter((key) => key.startsWith(PREFIX))
  .map((key) => key.slice(PREFIX.length))

/** What was done, in words; a newer unit's action stands as it is called. */
export function actionWords(action: string, text: Text): string {
  const key = PREFIX + action
  return isMessageKey(key) ? text(key) : action
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** To what: its name as it was then, and the people whom it was about. An id would tell nobody anything. */
export function targetWords({ actor, details, targetId }: Pick<AuditEntry, 'actor' | 'details' | 'targetId'>): string {
  const itself = actor !== null && actor.id === targetId ? actor.name : '–'
  const name = isText(details['name']) ? details['name'] : itself
  const people = Array.isArray(details['people']) ? details['people'].filter(isText) : []
  return people.length === 0 ? name : `${name}: ${people.join(', ')}`
}

/** A day of this device, as the moments at which it begins and ends; an empty or impossible one is open. */
export function dayBounds(day: string): { readonly begin?: string; readonly end?: string } {
  const [year, month, date] = day.split('-').map(Number)
  if (!year || !month || !date) return {}
  return {
    begin: new Date(year, month - 1, date).toISOString(),
    end: new Date(year, month - 1, date + 1).toISOString(),
  }
}
