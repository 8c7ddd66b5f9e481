import type { NameParts } from '@noroshi/contract/accounts/person-name'
import type { Text } from '../../platform/language/i18n.ts'
import { nameOf } from '../../platform/language/person-name.ts'

/** The raiser of an alert, the person for whom it was raised, and whether it is a drill. */
export interface Raised {
  readonly raisedBy: NameParts | null
  readonly raisedFor?: { readonly person: NameParts | null; readonly name: string } | undefined
  readonly isDrill?: true | undefined
}

/**
 * Returns the name of the raiser, or 'Anonymous'. The name of a drill has a prefix: 'Drill: Haruka Sato'. An alert for another
 * person names both: 'By Haruka Sato for Ken Mori'.
 */
export function raiserName({ raisedBy, raisedFor, isDrill }: Raised, text: Text): string {
  const name = nameOf(raisedBy) || text('alerts.anonymous')
  if (isDrill) return text('alerts.drill.of', { name })
  if (!raisedFor) return name
  const person = nameOf(raisedFor.person) || raisedFor.name
  return person === '' ? text('alerts.raisedForOther', { name }) : text('alerts.raisedFor', { name, person })
}

/** Returns the name of the person who needs help, or 'Anonymous'. */
export const namedInNeed = ({ raisedBy, raisedFor }: Raised, text: Text): string =>
  nameOf(raisedFor?.person) || raisedFor?.name || nameOf(raisedBy) || text('alerts.anonymous')
