import { z } from 'zod'
import { isMemoryOnly, readStored, storagePrefixes, writeStored } from '../../platform/session/storage.ts'

/** Unsent content of a page with its base. */
const Unsent = z.object({
  /** Rich text as a JSON string. */
  content: z.string(),
  base: z.object({ revision: z.int().min(1), content: z.string() }),
  changedAt: z.string(),
})
export type Unsent = z.infer<typeof Unsent>

/** A published content with its revision. */
export type ContentBase = Unsent['base']

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
export function storeUnsent(userId: string, pageId: string, unsent: Unsent): boolean {
  const key = keyOf(userId, pageId)
  writeStored(key, JSON.stringify(unsent))
  return !isMemoryOnly(key)
}
