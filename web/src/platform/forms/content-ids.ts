import { newId } from '../ids.ts'

/**
 * Returns a function that returns the client id of a content. It is the same as before while the content is the same, so
 * that the server stores a retry once.
 */
export function createContentIds(): (content: unknown, files: readonly File[]) => string {
  let last: { readonly key: string; readonly clientId: string } | null = null
  return (content, files) => {
    const key = JSON.stringify([content, files.map(({ name, size, lastModified }) => [name, size, lastModified])])
    if (last?.key !== key) last = { key, clientId: newId() }
    return last.clientId
  }
}
