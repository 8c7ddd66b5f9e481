import type { QueryClient } from '@tanstack/react-query'

interface RecordedVersion {
  readonly version: number
  readonly isResolved: boolean
}

/** The highest version of each alert that was applied. It outlasts the alert in the lists. */
const recordedVersions = new WeakMap<QueryClient, Map<string, RecordedVersion>>()

const versionsIn = (cache: QueryClient): Map<string, RecordedVersion> => {
  const known = recordedVersions.get(cache)
  if (known) return known
  const versions = new Map<string, RecordedVersion>()
  recordedVersions.set(cache, versions)
  return versions
}

export const knownVersion = (cache: QueryClient, id: string): number => versionsIn(cache).get(id)?.version ?? 0

/** Whether the alert was resolved in that version. */
export const isKnownResolved = (cache: QueryClient, id: string): boolean => versionsIn(cache).get(id)?.isResolved ?? false

export const recordVersion = (cache: QueryClient, id: string, version: number, isResolved = false) =>
  versionsIn(cache).set(id, { version, isResolved })
