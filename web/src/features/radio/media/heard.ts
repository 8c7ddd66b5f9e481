/** Ids that are remembered. */
const HEARD_MAX = 50

const heard = new Set<string>()

/** Records that this page has played sound of a live transmission. */
export function markHeard(transmissionId: string): void {
  heard.add(transmissionId)
  const [oldest] = heard
  if (heard.size > HEARD_MAX && oldest !== undefined) heard.delete(oldest)
}

/** Whether this page has played sound of the transmission that became the message with this id. */
export const hasHeard = (messageId: string): boolean => heard.has(messageId)
