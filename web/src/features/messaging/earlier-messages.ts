import { deleteDB, openDB } from 'idb'
import { z } from 'zod'

const DATABASE = 'noroshi-messages'

const EarlierMessage = z.object({
  clientId: z.string(),
  threadId: z.string(),
  ownerId: z.string(),
  at: z.string(),
  text: z.string(),
  files: z.array(z.custom<File>((value) => value instanceof Blob)),
  place: z.object({ latitude: z.number(), longitude: z.number() }).nullable(),
})
export type EarlierMessage = z.infer<typeof EarlierMessage>

/**
 * Takes over the unsent messages that an earlier version of the application stored in a database of its own, the oldest
 * first. Deletes the database after `adopt` has stored them.
 */
export async function adoptEarlierMessages(adopt: (message: EarlierMessage) => Promise<void>): Promise<void> {
  try {
    if ('databases' in indexedDB && !(await indexedDB.databases()).some(({ name }) => name === DATABASE)) return
    const database = await openDB(DATABASE)
    const rows: unknown[] = database.objectStoreNames.contains('messages') ? await database.getAll('messages') : []
    database.close()
    const messages = rows.flatMap((row) => EarlierMessage.safeParse(row).data ?? [])
    await Promise.all(messages.toSorted((a, b) => a.at.localeCompare(b.at)).map(adopt))
    await deleteDB(DATABASE)
  } catch {
    // Without IndexedDB there are no earlier messages.
  }
}
