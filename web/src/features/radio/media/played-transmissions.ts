/** Ids that are remembered. */
const PLAYED_MAX = 50

const played = new Set<string>()

/** Records that this page has played sound of a live transmission. */
export function markPlayed(transmissionId: string): void {
  played.add(transmissionId)
  const [oldest] = played
  if (played.size > PLAYED_MAX && oldest !== undefined) played.delete(oldest)
}

/** Whether this page has played sound of the transmission that became the message with this id. */
export const hasPlayed = (messageId: string): boolean => played.has(messageId)
