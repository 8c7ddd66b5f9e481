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
 * of users. Only their home unit changes them.
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
    const home = await homeOf(tx, id)
    // The own account is what it is here, also after a restored backup.
    if (home === null) return unitId === selfId
    if (home !== undefined && home !== unitId) return false
    await joinAuthor(tx, {
      id,
      home_unit: unitId,
      first_name: firstName,
      last_name: lastName,
      name_reading: nameReading,
      changed,
    })
    return true
  },
})

/** Whether a unit may write new content in the name of a user: one whose home it is. */
export async function isHomeOf(tx: Db, userId: string, { unitId, selfId }: Origin): Promise<boolean> {
  const home = await homeOf(tx, userId)
  return home !== undefined && (home ?? selfId) === unitId
}

/** Whether the home of a user is this unit. */
export const isOfThisUnit = async (db: Db, userId: string): Promise<boolean> => (await homeOf(db, userId)) === null
