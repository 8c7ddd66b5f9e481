import type { SirenScreen } from '@noroshi/contract/siren/siren-screens.http'

/**
 * Milliseconds without contact after which a screen counts as not connected. A screen reads every 30 s, and the server
 * records a contact each minute.
 */
const OFFLINE_AFTER_MS = 150_000

/**
 * Returns the status of a siren screen. `waiting`: its code was not used yet. `expired`: its unused code is no longer
 * valid.
 */
export function sirenScreenStatus(
  { pairedAt, lastSeenAt, codeExpiresAt }: Pick<SirenScreen, 'pairedAt' | 'lastSeenAt' | 'codeExpiresAt'>,
  now: Date,
): 'online' | 'offline' | 'waiting' | 'expired' {
  if (pairedAt === null) return Date.parse(codeExpiresAt) > now.getTime() ? 'waiting' : 'expired'
  return now.getTime() - Date.parse(lastSeenAt ?? pairedAt) < OFFLINE_AFTER_MS ? 'online' : 'offline'
}
