import type { Person } from '@noroshi/contract/accounts/accounts.http'

/** Adds a user to the selection, or removes the user from it. */
export const togglePerson = (selected: readonly Person[], person: Person): readonly Person[] =>
  selected.some(({ id }) => id === person.id) ? selected.filter(({ id }) => id !== person.id) : [...selected, person]
