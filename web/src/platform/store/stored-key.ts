import type { QueryKey } from '@tanstack/react-query'

const beginnings: QueryKey[] = []

/**
 * Declares that the replies of all queries whose keys begin with this key are readable without a connection
 * (app/stored-replies.ts). Call it once for each key, outside of functions. @returns the key
 */
export function storedKey<const Key extends QueryKey>(...key: Key): Key {
  beginnings.push(key)
  return key
}

/** Whether the replies of a query are stored. */
export const isStoredKey = (key: QueryKey): boolean =>
  beginnings.some((beginning) => beginning.every((part, index) => key[index] === part))
