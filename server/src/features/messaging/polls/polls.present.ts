import { type NewPoll, type Poll, POLL_VOTES_LISTED_MAX } from '@noroshi/contract/messaging/polls'

export interface PollVote {
  readonly user_id: string
  readonly option_ids: readonly number[]
}

/** @param votes the earliest first */
export function presentPoll(poll: NewPoll, closedAt: Date | null, votes: readonly PollVote[]): Poll {
  const counts = poll.options.map(() => 0)
  const voterIds: string[][] = poll.options.map(() => [])
  let listed = 0
  for (const { user_id, option_ids } of votes) {
    listed += option_ids.length
    for (const id of option_ids) {
      counts[id] = (counts[id] ?? 0) + 1
      if (listed <= POLL_VOTES_LISTED_MAX) voterIds[id]?.push(user_id)
    }
  }
  return {
    options: poll.options.map((text, id) => ({ id, text, count: counts[id] ?? 0, voterIds: voterIds[id] ?? [] })),
    isMultiple: poll.isMultiple,
    closesAt: poll.closesAt,
    closedAt: closedAt?.toISOString() ?? null,
    voterCount: votes.length,
  }
}
