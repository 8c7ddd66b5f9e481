import { QUOTE_MAX } from '@noroshi/contract/limits'
import type { Quote, Reaction } from '@noroshi/contract/messaging/message-parts'
import type { Message } from '@noroshi/contract/messaging/messaging.http'
import { cutText } from '@noroshi/contract/text/graphemes'
import type { UnsentChange } from '../messaging.payload.ts'
import { withPollChange } from '../polls/changed-poll.ts'

function withReaction(reactions: readonly Reaction[], userId: string, emoji: string | null): Reaction[] {
  const others = reactions.flatMap((reaction) => {
    if (!reaction.userIds.includes(userId)) return reaction
    const userIds = reaction.userIds.filter((id) => id !== userId)
    return reaction.count > 1 ? { ...reaction, userIds, count: reaction.count - 1 } : []
  })
  if (emoji === null) return others
  const known = others.find((reaction) => reaction.emoji === emoji)
  if (!known) return [...others, { emoji, count: 1, userIds: [userId] }]
  const changed = { ...known, userIds: [...known.userIds, userId], count: known.count + 1 }
  return others.map((reaction) => (reaction === known ? changed : reaction))
}

function withPin({ pinnedAt: _at, ...message }: Message, pinnedAt: string | undefined): Message {
  return { ...message, ...(pinnedAt !== undefined && { pinnedAt }) }
}

/**
 * Returns a message as it will be after a change of the user. `at` is an ISO 8601 time. A deletion by an admin has the
 * name of the sender, which is not shown to the user who deleted it.
 */
function withChange(message: Message, change: UnsentChange['change'], userId: string, at: string): Message {
  if (message.deletion) return message
  if (change.kind === 'edit') return { ...message, text: change.text, mentions: change.mentions, editedAt: at }
  if (change.kind === 'react') return { ...message, reactions: withReaction(message.reactions ?? [], userId, change.emoji) }
  if (change.kind === 'pin') return withPin(message, change.isPinned ? at : undefined)
  if (change.kind === 'forward' || change.kind === 'hide' || change.kind === 'deleteSent') return message
  if (change.kind !== 'delete')
    return message.poll ? { ...message, poll: withPollChange(message.poll, change, userId, at) } : message
  const { quote: _quote, reactions: _reactions, editedAt: _at, mentions: _mentions, ...kept } = message
  const { pinnedAt: _pin, poll: _poll, ...rest } = kept
  return {
    ...rest,
    text: '',
    messageMedias: [],
    latitude: null,
    longitude: null,
    deletion: { at, by: { ...message.sender, id: userId } },
  }
}

/** Returns a message as it will be after the changes that the server has not acknowledged. */
export const withChanges = (message: Message, changes: readonly UnsentChange['change'][], userId: string, at: string): Message =>
  changes.reduce((changed, change) => withChange(changed, change, userId, at), message)

function withQuoteChange(quote: Quote, change: UnsentChange['change']): Quote {
  if (quote.isDeleted) return quote
  if (change.kind === 'edit') return { ...quote, text: cutText(change.text, QUOTE_MAX) }
  return change.kind === 'delete' ? { ...quote, text: '', messageMedias: [], latitude: null, isDeleted: true } : quote
}

/** Returns what a reply quotes as it will be after the changes that the server has not acknowledged. */
export const withQuoteChanges = (quote: Quote, changes: readonly UnsentChange['change'][]): Quote =>
  changes.reduce(withQuoteChange, quote)
