import type { RecordEntry, RecordPerson } from '@noroshi/contract/record/record-kinds'
import type { LatLng } from '../../ui/map/distance.ts'

/** Factors of the time of the incident. */
export const REPLAY_SPEEDS = [1, 10, 60, 600] as const
export type ReplaySpeed = (typeof REPLAY_SPEEDS)[number]

/** Seconds within which the speed that is chosen first shows the incident, if one does. */
const SHOWN_WITHIN_SECONDS = 90

/** A person at the last location that the record has of them. */
export interface ReplayedPerson {
  readonly person: NonNullable<RecordPerson>
  readonly location: LatLng
  readonly isResponding: boolean
}

/** The incident at one time, by the entries of its record until then. */
export interface ReplayState {
  /** The location of the alert; null: unknown until then. */
  readonly alert: LatLng | null
  readonly isResolved: boolean
  readonly people: readonly ReplayedPerson[]
}

/** A record in the order of its times. */
export interface Replay {
  readonly entries: readonly RecordEntry[]
  /** Milliseconds since 1970 of each entry. */
  readonly times: readonly number[]
  readonly start: number
  readonly end: number
  /** All locations, which the map fits. */
  readonly locations: readonly LatLng[]
}

/** Returns the location that an entry has; null without one. */
function locationOf({ payload }: RecordEntry): LatLng | null {
  if (payload === null || !('latitude' in payload)) return null
  const { latitude, longitude } = payload
  return latitude === null || longitude === null ? null : { latitude, longitude }
}

/** Returns the entries in the order of their times: an entry may be appended after a later act. */
export function replayOf(record: readonly RecordEntry[]): Replay {
  const entries = record.toSorted((a, b) => (a.at === b.at ? a.seq - b.seq : a.at < b.at ? -1 : 1))
  const times = entries.map(({ at }) => new Date(at).getTime())
  const locations = entries.map(locationOf).filter((location) => location !== null)
  return { entries, times, start: times[0] ?? 0, end: times.at(-1) ?? 0, locations }
}

/** Returns the index of the last entry until a time; -1 before the first one. */
export const entryIndexAt = ({ times }: Replay, time: number): number => times.findLastIndex((each) => each <= time)

/**
 * Returns the incident after the entry with this index. An alert is where it was raised or moved to; a person is where the last
 * message with a location was written.
 */
export function stateAfter({ entries }: Replay, index: number): ReplayState {
  let alert: LatLng | null = null
  let isResolved = false
  const responding = new Set<string>()
  const located = new Map<string, { person: NonNullable<RecordPerson>; location: LatLng }>()
  for (const entry of entries.slice(0, index + 1)) {
    if (entry.kind === 'resolved' || entry.kind === 'dismissed') isResolved = true
    if (entry.kind === 'reopened' || entry.kind === 'released') isResolved = false
    if (entry.kind === 'answered' && entry.payload?.by) {
      const { by, answer } = entry.payload
      if (answer === 'responding') responding.add(by.id)
      else responding.delete(by.id)
    }
    if (entry.kind === 'imported' && entry.payload) isResolved = entry.payload.resolvedAt !== null
    const location = locationOf(entry)
    if (!location) continue
    if (entry.kind !== 'message') alert = location
    else if (entry.payload?.by) located.set(entry.payload.by.id, { person: entry.payload.by, location })
  }
  const people = [...located.values()].map((each) => ({ ...each, isResponding: responding.has(each.person.id) }))
  return { alert, isResolved, people }
}

/** Returns the slowest speed that shows the whole incident in a short time; the fastest one if none does. */
export const firstSpeedOf = ({ start, end }: Replay): ReplaySpeed =>
  REPLAY_SPEEDS.find((speed) => (end - start) / 1000 / speed <= SHOWN_WITHIN_SECONDS) ?? 600

/** Marks of the entries on a slider, as parts of its length: at most one in each of `steps` steps. */
export function marksOf({ times, start, end }: Replay, steps: number): readonly number[] {
  if (end === start) return []
  return [...new Set(times.map((time) => Math.round(((time - start) / (end - start)) * steps)))].map((step) => step / steps)
}
