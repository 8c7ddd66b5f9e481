import type { Person } from '@noroshi/contract/accounts/accounts.http'
import type { AlertGroup } from '@noroshi/contract/alerts/alert-groups.http'
import { alertGroupMessages } from '@noroshi/contract/alerts/alert-groups.messages'
import type { Text } from '../../platform/language/i18n.ts'

/** Adds a person to the chosen people, or removes them if they are chosen. */
export const togglePerson = (chosen: readonly Person[], person: Person): Person[] =>
  chosen.some(({ id }) => id === person.id) ? chosen.filter(({ id }) => id !== person.id) : [...chosen, person]

/** The name of a group. The built-in group has a name in the reader's language until it is renamed. */
export const groupName = ({ isBuiltIn, name }: Pick<AlertGroup, 'isBuiltIn' | 'name'>, text: Text): string =>
  isBuiltIn && name === alertGroupMessages['alertGroups.everyone'].en ? text('alertGroups.everyone') : name
