import type { QueryClient } from '@tanstack/react-query'

interface Noted {
  readonly version: number
  readonly isResolved: boolean
}

/** The highest version of each alert that was ever applied: a list keeps nothing of an alert that left it. */
const noted = new WeakMap<QueryClient, Map<string, Noted>>()

const versionsIn = (cache: QueryClient): Map<string, Noted> => {
  const known = noted.get(cache)
  if (known) return known
  const versions = new Map<string, Noted>()
  noted.set(cache, versions)
  return versions
}

export const notedVersion = (cache: QueryClient, id: string): number => versionsIn(cache).get(id)?.version ?? 0

/** Whether the alert was resolved in that version. */
export const isNotedResolved = (cache: QueryClient, id: string): boolean => versionsIn(cache).get(id)?.isResolved ?? false

export const noteVersion = (cache: QueryClient, id: string, version: number, isResolved = false) =>
  versionsIn(cache).set(id, { version, isResolved })
