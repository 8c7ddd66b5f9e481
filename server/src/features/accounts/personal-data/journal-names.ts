import type { Deps } from '#/deps.ts'
import { deleteOwnEvents, lockPayloads, nextEventsWith, type StoredPayload, writePayload } from './deletion.sql.ts'

const FIRST_ID = '00000000-0000-0000-0000-000000000000'
/** Events that one transaction locks. The deletion of a message waits for it. */
const EVENTS_PER_TRANSACTION = 100

/**
 * Removes a deleted user from the stored events: their name and picture wherever a payload has them, the text of their drafts, and
 * the events that only their own devices received.
 */
export async function removeFromJournal(deps: Pick<Deps, 'db' | 'transaction'>, userId: string): Promise<void> {
  const { db } = deps
  await deleteOwnEvents(db, userId)
  let after: string | undefined = FIRST_ID
  while (after !== undefined) {
    const { found, last } = await nextEventsWith(db, userId, after)
    const ids = found.filter((event) => withoutPerson(event, userId) !== event.payload).map(({ id }) => id)
    for (let first = 0; first < ids.length; first += EVENTS_PER_TRANSACTION)
      await removeFromEvents(deps, userId, ids.slice(first, first + EVENTS_PER_TRANSACTION))
    after = last
  }
}

/** The events are read again under their locks: the deletion of a message may have replaced them. */
const removeFromEvents = (deps: Pick<Deps, 'transaction'>, userId: string, ids: readonly string[]): Promise<void> =>
  deps.transaction(async (tx) => {
    for (const event of await lockPayloads(tx, ids)) {
      const payload = withoutPerson(event, userId)
      if (payload !== event.payload) await writePayload(tx, event.id, payload)
    }
  })

/** Returns the payload without the name, the picture and the drafts of a user; the same object if it has none of them. */
export function withoutPerson({ name, payload }: Omit<StoredPayload, 'id'>, userId: string): unknown {
  const nameless = withoutName(payload, userId)
  if (!isRecord(payload) || !isRecord(nameless)) return nameless
  if (name === 'page:draft' && nameless['DraftedByUserId'] === userId && nameless['excerpt'] !== '')
    return { ...nameless, excerpt: '' }
  if (name === 'asr-chat:new' && hasNameOfStarter(payload, userId)) return { ...nameless, threadName: '' }
  return nameless
}

/** A personal chat has the name of the user who started its radio chat. */
const hasNameOfStarter = ({ radioChat, threadName }: Record<string, unknown>, userId: string): boolean =>
  isRecord(radioChat) &&
  isRecord(radioChat['startedBy']) &&
  radioChat['startedBy']['id'] === userId &&
  radioChat['startedBy']['fullName'] === threadName &&
  threadName !== ''

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
