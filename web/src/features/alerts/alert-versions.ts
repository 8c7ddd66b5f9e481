import type { QueryClient } from '@tanstack/react-query'

/** The highest version of each alert that was ever applied: a list keeps nothing of an alert that left it. */
const noted = new WeakMap<QueryClient, Map<string, number>>()

const versionsIn = (cache: QueryClient): Map<string, number> => {
  const known = noted.get(cache)
  if (known) return known
  const versions = new Map<string, number>()
  noted.set(cache, versions)
  return versions
}

export const notedVersion = (cache: QueryClient, id: string): number => versionsIn(cache).get(id) ?? 0

export const noteVersion = (cache: QueryClient, id: string, version: number) => versionsIn(cache).set(id, version)
