import { sql } from 'kysely'
import type { Person } from '@noroshi/contract/accounts/accounts.http'
import { nameIn, type NameParts } from '@noroshi/contract/accounts/person-name'
import type { Language } from '@noroshi/contract/i18n'
import { UPLOADS_BASE } from '@noroshi/contract/routes'
import { textIn } from '@noroshi/contract/texts'
import type { SignedIn } from '#/http/authenticate.ts'

/** The columns of a user that queries select for `Person`. */
export interface PersonRow {
  readonly id: string
  readonly first_name: string
  readonly last_name: string
  readonly avatar_file_id: string | null
}

/** SQL of a user as JSON. @param user alias of the row of `users` */
export const personJson = (user: string) => {
  const own = (column: string) => sql.ref(`${user}.${column}`)
  return sql`json_build_object('id', ${own('id')}, 'first_name', ${own('first_name')}, 'last_name', ${own('last_name')},
    'avatar_file_id', ${own('avatar_file_id')})`
}

/** 'firstName lastName' (specification, section 3). */
export const fullNameOf = (firstName: string, lastName: string): string => `${firstName} ${lastName}`.trim()

/** Returns a name in a language. A deleted user has none. */
export const shownName = (language: Language, name: NameParts): string =>
  nameIn(language, name) || textIn(language, 'people.deleted')

/** Returns the parts of the name of a user. */
export const nameParts = (row: Pick<PersonRow, 'first_name' | 'last_name'>): NameParts => ({
  firstName: row.first_name,
  lastName: row.last_name,
})

/** Returns the URL of an avatar, or null without one. */
export const avatarUrlOf = (fileId: string | null): string | null => (fileId === null ? null : `${UPLOADS_BASE}/${fileId}`)

/** Converts the signed-in user to a row. */
export const personOf = ({ id, firstName, lastName, avatarFileId }: SignedIn): PersonRow => ({
  id,
  first_name: firstName,
  last_name: lastName,
  avatar_file_id: avatarFileId,
})

/** Maps a row to the public data of a user, such as the author of a post. */
export const presentPerson = (row: PersonRow): Person => ({
  id: row.id,
  firstName: row.first_name,
  lastName: row.last_name,
  fullName: fullNameOf(row.first_name, row.last_name),
  avatarUrl: avatarUrlOf(row.avatar_file_id),
})
