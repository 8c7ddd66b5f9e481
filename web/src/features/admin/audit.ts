import { storedNameIn } from '@noroshi/contract/accounts/person-name'
import type { AuditEntry } from '@noroshi/contract/admin/audit.http'
import type { Language } from '@noroshi/contract/i18n'
import { isMessageKey, messageKeys, type Text } from '../../platform/language/i18n.ts'

const PREFIX = 'audit.'

/** Returns all actions that have a text, in the order of the features. */
export const auditActions = (): readonly string[] =>
  messageKeys()
    .filter((key) => key.startsWith(PREFIX))
    .map((key) => key.slice(PREFIX.length))

/** Returns the text of an action. An unknown action, of a newer server, is returned unchanged. */
export function actionText(action: string, text: Text): string {
  const key = PREFIX + action
  return isMessageKey(key) ? text(key) : action
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

type Target = Pick<AuditEntry, 'actor' | 'details' | 'targetId' | 'targetKind'>

/** Returns the name of the target at the time of the action, and the people involved. Ids are not shown. */
export function targetText({ actor, details, targetId, targetKind }: Target, language: Language): string {
  const ownName = actor !== null && actor.id === targetId ? storedNameIn(language, actor.name) || '–' : '–'
  const stored = isText(details['name']) ? details['name'] : null
  const name = stored === null ? ownName : targetKind === 'user' ? storedNameIn(language, stored) : stored
  const people = (Array.isArray(details['people']) ? details['people'].filter(isText) : []).map((each) =>
    storedNameIn(language, each),
  )
  return people.length === 0 ? name : `${name}: ${people.join(', ')}`
}
