import type { Poll } from '@noroshi/contract/messaging/polls'
import type { UnsentChange } from '../messaging.payload.ts'

type PollChange = Extract<UnsentChange['change'], { readonly kind: 'vote' | 'closePoll' }>

function withVote(poll: Poll, optionIds: readonly number[], userId: string): Poll {
  const hadVoted = poll.options.some(({ voterIds }) => voterIds.includes(userId))
  const options = poll.options.map((option) => {
    const [had, has] = [option.voterIds.includes(userId), optionIds.includes(option.id)]
    if (had === has) return option
    if (has) return { ...option, count: option.count + 1, voterIds: [...option.voterIds, userId] }
    return { ...option, count: option.count - 1, voterIds: option.voterIds.filter((id) => id !== userId) }
  })
  return { ...poll, options, voterCount: poll.voterCount + Number(optionIds.length > 0) - Number(hadVoted) }
}

/** Returns a poll as it will be after a change of the user. `at` is an ISO 8601 time. */
export const withPollChange = (poll: Poll, change: PollChange, userId: string, at: string): Poll =>
  change.kind === 'vote' ? withVote(poll, change.optionIds, userId) : { ...poll, closedAt: poll.closedAt ?? at }
