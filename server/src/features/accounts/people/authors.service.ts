import { v5 as uuidv5, version as uuidVersion } from 'uuid'
import { z } from 'zod'
import { Uuid } from '@noroshi/contract/define'
import type { Db } from '#/db/pool.ts'
import { ChangeNumber } from '#/features/units/stamp.service.ts'
import { defineSyncKind, type Origin } from '#/features/units/sync-kind.service.ts'
import { homeOf, joinAuthor, sharedAuthors } from './authors.sql.ts'

/** Max characters of each part of a name, more than a form accepts. */
const NAME_MAX = 300
const Name = z.string().max(NAME_MAX)

/** The author of shared content: the name alone. */
const Author = z.object({
  id: Uuid,
  firstName: Name,
  lastName: Name,
  nameReading: Name,
  changed: ChangeNumber,
})

/**
 * The people who wrote what units exchange. At other units they have a name and no account: they cannot sign in and are in no list
 * of users. Only their home unit changes them. A person is known by home and id together.
 */
export const authorKind = defineSyncKind({
  name: 'author',
  schema: Author,
  read: async (db, keys) =>
    (await sharedAuthors(db, keys)).map((row) => ({
      id: row.id,
      firstName: row.first_name,
      lastName: row.last_name,
      nameReading: row.name_reading,
      changed: row.changed,
    })),
  receive: async (tx, { id, firstName, lastName, nameReading, changed }, { unitId, selfId }) => {
    if (isIdOfOtherHome(id)) return false
    const home = await homeOf(tx, id)
    // The own account is what it is here, also after a restored backup.
    if (home === null) return unitId === selfId
    await joinAuthor(tx, {
      // No one can prove which unit had an id first: another home has a person of its own.
      id: home === undefined || home === unitId ? id : idOfOtherHome(unitId, id),
      home_unit: unitId,
      first_name: firstName,
      last_name: lastName,
      name_reading: nameReading,
      changed,
    })
    return true
  },
  changeOf: ({ changed }) => changed,
  rowOf: (db, id, origin) => personOf(db, id, origin),
  erasure: z
    .object({ id: Uuid, firstName: z.string(), lastName: z.string(), nameReading: z.string() })
    .transform(({ id, firstName, lastName, nameReading }) => ({ key: id, hasWords: firstName + lastName + nameReading !== '' })),
})

/** The version of ids that follow from another id. No account and no record of an author has one, so that no unit can claim them. */
const DERIVED_VERSION = 5
const isIdOfOtherHome = (id: string): boolean => uuidVersion(id) === DERIVED_VERSION

/** Returns the id of a person whose id is taken by a person of another home here. */
const idOfOtherHome = (homeUnit: string, id: string): string => uuidv5(id, homeUnit)

/**
 * Returns the id here of a person whom the unit that signed a record names as its own. null: it is an account of this server, for
 * which no other unit writes. undefined: the unit has not introduced the person yet.
 */
export async function personOf(tx: Db, id: string, { unitId, selfId }: Origin): Promise<string | null | undefined> {
  const home = await homeOf(tx, id)
  if (home !== undefined && (home ?? selfId) === unitId) return id
  if (home === null) return null
  const other = idOfOtherHome(unitId, id)
  return (await homeOf(tx, other)) === unitId ? other : undefined
}

/** Returns the result of a record that names a person whom its unit has not introduced (undefined), or may not name (null). */
export const withoutPerson = (person: null | undefined): false | 'missing' => (person === null ? false : 'missing')

/** Whether the home of a user is the unit that signed a record. */
export async function isHomeOf(tx: Db, userId: string, { unitId, selfId }: Origin): Promise<boolean> {
  const home = await homeOf(tx, userId)
  return home !== undefined && (home ?? selfId) === unitId
}

/** Whether the home of a user is this unit. */
export const isOfThisUnit = async (db: Db, userId: string): Promise<boolean> => (await homeOf(db, userId)) === null

/** Whether there is a user with this id, of any unit. */
export const isPerson = async (db: Db, userId: string): Promise<boolean> => (await homeOf(db, userId)) !== undefined
