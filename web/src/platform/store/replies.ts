import { isGone } from '../connection/http-errors.ts'
import { defineRead, type EntityType, type ReadAt } from './entity.ts'
import type { EntityStore } from './entity-store.ts'
import { beginReadAt } from './stores.ts'
import { createViews } from './views.ts'

/** A complete reply about an entity, such as its members, which no event contains. The read that began last decides. */
export interface Reply<Data> extends ReadAt {
  readonly data: Data
}

/**
 * Defines the entity type of a reply. Its id is that of the parent entity, whose removal removes it.
 * @param parentType the name of the type of the parent entity
 */
export const defineReply = <Data>(name: string, parentType: string): EntityType<Reply<Data>> =>
  defineRead<Reply<Data>>({ name, parent: ({ id }) => [parentType, id] })

/**
 * Reads a reply into the store. Returns its id, which is the state of its query. If the server refuses the read, the
 * known reply is dropped.
 */
export async function readReply<Data>(
  store: EntityStore,
  type: EntityType<Reply<Data>>,
  id: string,
  fetch: () => Promise<Data>,
): Promise<string> {
  const at = await beginReadAt(store, type, id)
  const read = store.beginRead()
  try {
    store.put(type, { id, at, data: await fetch() })
  } catch (error) {
    if (isGone(error)) read.forgetMissing(type, [id], new Set())
    throw error
  }
  return id
}

/** Adds a reply to a change, which is newer than all reads before. */
export function putReply<Data>(store: EntityStore, type: EntityType<Reply<Data>>, id: string, data: Data): void {
  store.put(type, { id, at: Math.max(Date.now(), (store.row(type, id)?.version ?? 0) + 1), data })
}

const replyView = createViews<unknown>()

/** Returns a reply with the newest names of people; undefined until it is known. */
export function replyOf<Data>(store: EntityStore, type: EntityType<Reply<Data>>, id: string): Data | undefined {
  const known = store.get(type, id)
  // `as`: the view has the type of the data
  return known && (replyView(store, known, [], () => known.data) as Data)
}
