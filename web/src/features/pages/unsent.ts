import { z } from 'zod'
import { newId } from '../../platform/ids.ts'
import { isMemoryOnly, readStored, storagePrefixes, writeStored } from '../../platform/storage.ts'

/** Unsent content of a page with its base. */
const Unsent = z.object({
  /** Rich text as a JSON string. */
  content: z.string(),
  base: z.object({ revision: z.int().min(1), content: z.string() }),
  changedAt: z.string(),
  /**
   * Client id of the submission. It survives a reload, so that the server recognizes a repeated request. A record without one
   * gets a new one.
   */
  clientId: z.string().default(newId),
})
export type Unsent = z.infer<typeof Unsent>

/** A published content with its revision. */
export type ContentBase = Unsent['base']

/** Returns the record to store. The same content on the same base keeps its client id; any other gets a new one. */
export function updateUnsent(known: Unsent | null, content: string, base: ContentBase): Unsent {
  const isSame = known !== null && known.content === content && known.base.revision === base.revision
  return { content, base, changedAt: new Date().toISOString(), clientId: isSame ? known.clientId : newId() }
}

const keyOf = (userId: string, pageId: string) => `${storagePrefixes.unsentPage}${userId}:${pageId}`

/** Returns the user's unsent content of a page; null if there is none or it is not readable. */
export function readUnsent(userId: string, pageId: string): Unsent | null {
  try {
    return Unsent.safeParse(JSON.parse(readStored(keyOf(userId, pageId)) ?? 'null')).data ?? null
  } catch {
    return null // no JSON
  }
}

export const deleteUnsent = (userId: string, pageId: string) => writeStored(keyOf(userId, pageId), null)

/** Stores unsent content. Returns whether it survives a reload: a full or blocked storage keeps it only in memory. */
export function storeUnsent(userId: string, pageId: string, unsent: z.input<typeof Unsent>): boolean {
  const key = keyOf(userId, pageId)
  writeStored(key, JSON.stringify(unsent))
  return !isMemoryOnly(key)
}
