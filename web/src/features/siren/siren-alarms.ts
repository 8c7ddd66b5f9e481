import { ALERT_REPEAT_MINUTES } from '@noroshi/contract/limits'
import type { SirenAlert } from '@noroshi/contract/siren/siren.http'

/**
 * Time at which the sound of each alert was stopped on this screen, in milliseconds since 1970 by the server's clock.
 */
export type StoppedAt = ReadonlyMap<string, number>

const MINUTE_MS = 60_000

const repeatsOf = ({ createdAt }: Pick<SirenAlert, 'createdAt'>): number[] =>
  ALERT_REPEAT_MINUTES.map((minutes) => Date.parse(createdAt) + minutes * MINUTE_MS)

/**
 * Returns the number of repetitions of an alert's alarm until `now`. It repeats 2, 5 and 15 minutes after the alert, as
 * for users.
 */
export const repetitionOf = (alert: Pick<SirenAlert, 'createdAt'>, now: number): number =>
  repeatsOf(alert).filter((at) => at <= now).length

/** Returns whether an alert sounds: until its sound is stopped, and from its next repetition on. */
export function sounds(alert: Pick<SirenAlert, 'id' | 'createdAt'>, stoppedAt: StoppedAt, now: number): boolean {
  const stopped = stoppedAt.get(alert.id)
  return stopped === undefined || repetitionOf(alert, now) > repetitionOf(alert, stopped)
}

/** Returns the stopped alerts without those that are no longer active: a reopened alert sounds again. */
export const withoutEnded = (stoppedAt: StoppedAt, alerts: readonly Pick<SirenAlert, 'id'>[]): StoppedAt => {
  const ids = new Set(alerts.map(({ id }) => id))
  const kept = [...stoppedAt].filter(([id]) => ids.has(id))
  return kept.length === stoppedAt.size ? stoppedAt : new Map(kept)
}

/** Records that the sound of these alerts was stopped. */
export const stopSounds = (alerts: readonly Pick<SirenAlert, 'id'>[], now: number): StoppedAt =>
  new Map(alerts.map(({ id }) => [id, now]))
