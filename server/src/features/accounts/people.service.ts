import type { Person } from '@noroshi/contract/accounts/accounts.http'

interface Named {
  readonly id: string
  readonly first_name: string
  readonly last_name: string
}

/** 'firstName lastName' (specification, section 3). */
export const fullNameOf = (firstName: string, lastName: string): string => `${firstName} ${lastName}`.trim()

/** A person beside what they wrote or did. */
export const presentPerson = (row: Named): Person => ({
  id: row.id,
  firstName: row.first_name,
  lastName: row.last_name,
  fullName: fullNameOf(row.first_name, row.last_name),
  avatarUrl: null,
})
