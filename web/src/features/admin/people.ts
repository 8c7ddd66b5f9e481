import type { Person } from '@noroshi/contract/accounts/accounts.http'
import type { AlertGroup } from '@noroshi/contract/alerts/alert-groups.http'
import { messages } from '@noroshi/contract/messages'
import type { Text } from '../../platform/i18n.ts'

/** Who was chosen, with this person the other way round: a touch chooses, another takes back. */
export const toggled = (chosen: readonly Person[], person: Person): Person[] =>
  chosen.some(({ id }) => id === person.id) ? chosen.filter(({ id }) => id !== person.id) : [...chosen, person]

/** The group that the unit began with is called in the reader's language, until somebody renames it. */
export const groupName = ({ isBuiltIn, name }: Pick<AlertGroup, 'isBuiltIn' | 'name'>, text: Text): string =>
  isBuiltIn && name === messages['alertGroups.everyone'].en ? text('alertGroups.everyone') : name
