import { idOf } from './paths/path-ids.ts'

/**
 * Finds the post of a path that ends in `comments`: the last two ids are those of the feed and the post (specification,
 * section 2).
 * @returns null if the path does not end in `comments` or has fewer than two ids (decisions/0017)
 */
export function commentsIn(path: string): { feedId: string; postId: string } | null {
  const parts = path.split('/').filter((part) => part !== '')
  const [feedId, postId] = parts
    .map(idOf)
    .filter((id) => id !== null)
    .slice(-2)
  return parts.at(-1) === 'comments' && feedId !== undefined && postId !== undefined ? { feedId, postId } : null
}
