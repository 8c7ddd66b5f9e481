import type { Mention } from '@noroshi/contract/messaging/mentions'

/** A text with the mentions of one user replaced. */
export interface WithoutMentions {
  readonly text: string
  /** The other mentions, where they are now. */
  readonly mentions: readonly Mention[]
  /** The replaced ranges. */
  readonly removed: readonly string[]
}

/** Replaces the text of each mention of a user, which contains their name, and moves the mentions behind it. */
export function replaceMentionsOf(
  userId: string,
  text: string,
  mentions: readonly Mention[],
  replacement: string,
): WithoutMentions {
  let result = ''
  let end = 0
  const kept: Mention[] = []
  const removed: string[] = []
  for (const mention of mentions.toSorted((a, b) => a.start - b.start)) {
    result += text.slice(end, mention.start)
    end = mention.start + mention.length
    const range = text.slice(mention.start, end)
    if (mention.userId === userId) removed.push(range)
    else kept.push({ ...mention, start: result.length })
    result += mention.userId === userId ? replacement : range
  }
  return { text: result + text.slice(end), mentions: kept, removed }
}
