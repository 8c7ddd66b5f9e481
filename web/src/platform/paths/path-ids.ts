import { Uuid } from '@noroshi/contract/define'

/** Returns the id of a path segment in lower case, as the server writes it, or null if the segment is not a UUID. */
export const idOf = (segment: string): string | null => Uuid.safeParse(segment).data ?? null

/**
 * Parses the ids of a path for the router. All path parameters of this product are UUIDs.
 * @returns the ids in lower case, or false if one of them is not a UUID: the router then finds no route
 */
export function parseIds<Params extends Record<string, string>>(raw: Params): Params | false {
  const entries = Object.entries(raw).map(([name, segment]) => [name, idOf(segment)] as const)
  if (entries.some(([, id]) => id === null)) return false
  // `as`: the result has the same names, each with a string.
  return Object.fromEntries(entries) as Params
}
