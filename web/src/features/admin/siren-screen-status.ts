import type { SirenScreen } from '@noroshi/contract/siren/siren-screens.http'

/** Milliseconds without contact after which a screen is not connected. It reads every 30 s, and the server records each minute. */
const OFFLINE_AFTER_MS = 150_000

/** Whether a siren screen is connected, or waits for the use of its code. */
export function sirenScreenStatus(
  { pairedAt, lastSeenAt, codeExpiresAt }: Pick<SirenScreen, 'pairedAt' | 'lastSeenAt' | 'codeExpiresAt'>,
  now: Date,
): 'online' | 'offline' | 'waiting' | 'expired' {
  if (pairedAt === null) return Date.parse(codeExpiresAt) > now.getTime() ? 'waiting' : 'expired'
  return now.getTime() - Date.parse(lastSeenAt ?? pairedAt) < OFFLINE_AFTER_MS ? 'online' : 'offline'
}
