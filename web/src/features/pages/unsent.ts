import { z } from 'zod'
import { newId } from '../../platform/ids.ts'
import { readStored, storagePrefixes, writeStored } from '../../platform/storage.ts'

/** What somebody wrote on a page and has not sent, with what it began from. */
const Unsent = z.object({
  /** Rich text as a JSON string, as the editor holds it. */
  content: z.string(),
  base: z.object({ revision: z.int().min(1), content: z.string() }),
  changedAt: z.string(),
  /** It is submitted under this id, even once more after a reload, so that the unit knows it again. Who kept none gets a new one. */
  clientId: z.string().default(newId),
})
export type Unsent = z.infer<typeof Unsent>

/** A published content, and which one it is. */
export type Base = Unsent['base']

/** What is to be kept. The same content from the same base stays what it was to the unit; any other one is something new. */
export function unsentOf(known: Unsent | null, content: string, base: Base): Unsent {
  const isSame = known !== null && known.content === content && known.base.revision === base.revision
  return { content, base, changedAt: new Date().toISOString(), clientId: isSame ? known.clientId : newId() }
}

const keyOf = (userId: string, pageId: string) => `${storagePrefixes.unsentPage}${userId}:${pageId}`

/** What this person left on this device; null where there is nothing that this version could read. */
export function readUnsent(userId: string, pageId: string): Unsent | null {
  try {
    return Unsent.safeParse(JSON.parse(readStored(keyOf(userId, pageId)) ?? 'null')).data ?? null
  } catch {
    return null // no JSON: written by nobody that we know
  }
}

export const dropUnsent = (userId: string, pageId: string) => writeStored(keyOf(userId, pageId), null)

/** Whether it will be there after a reload: a full or blocked storage keeps it for as long as the page lives. */
export function keepUnsent(userId: string, pageId: string, unsent: z.input<typeof Unsent>): boolean {
  const [key, json] = [keyOf(userId, pageId), JSON.stringify(unsent)]
  writeStored(key, json)
  try {
    return localStorage.getItem(key) === json
  } catch {
    return false // local storage is blocked here
  }
}
