import type { Db } from '#/db/pool.ts'
import { deleteOwnEvents, nextEventsWith, type StoredPayload, writePayload } from './deletion.sql.ts'

const FIRST_ID = '00000000-0000-0000-0000-000000000000'

/**
 * Removes a deleted user from the stored events: their name and picture wherever a payload has them, the text of their drafts, and
 * the events that only their own devices received.
 */
export async function removeFromJournal(db: Db, userId: string): Promise<void> {
  await deleteOwnEvents(db, userId)
  let after: string | undefined = FIRST_ID
  while (after !== undefined) {
    const { found, last } = await nextEventsWith(db, userId, after)
    for (const event of found) {
      const payload = withoutPerson(event, userId)
      if (payload !== event.payload) await writePayload(db, event.id, payload)
    }
    after = last
  }
}

/** Returns the payload without the name, the picture and the drafts of a user; the same object if it has none of them. */
export function withoutPerson({ name, payload }: Omit<StoredPayload, 'id'>, userId: string): unknown {
  const nameless = withoutName(payload, userId)
  if (name !== 'page:draft' || !isRecord(nameless) || nameless['DraftedByUserId'] !== userId || nameless['excerpt'] === '')
    return nameless
  return { ...nameless, excerpt: '' }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** The values of the fields of a person after the deletion. */
const BLANK: Readonly<Record<string, unknown>> = { firstName: '', lastName: '', fullName: '', name: '', avatarUrl: null }

function withoutName(value: unknown, userId: string): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item) => withoutName(item, userId))
    return items.some((item, index) => item !== value[index]) ? items : value
  }
  if (!isRecord(value)) return value
  const isPerson = value['id'] === userId && 'firstName' in value
  const entries = Object.entries(value).map(([key, field]): [string, unknown] => [
    key,
    isPerson && Object.hasOwn(BLANK, key) ? BLANK[key] : withoutName(field, userId),
  ])
  return entries.some(([key, field]) => field !== value[key]) ? Object.fromEntries(entries) : value
}
