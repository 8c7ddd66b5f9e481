import type { Message } from '@noroshi/contract/messaging/messaging.http'
import { isPollOpen, type NewPoll } from '@noroshi/contract/messaging/polls'
import type { Tx } from '#/db/transaction.ts'
import type { Deps } from '#/deps.ts'
import { presentPerson } from '#/features/accounts/people/people.service.ts'
import type { SignedIn } from '#/http/authenticate.ts'
import { authorize } from '#/http/authorize.ts'
import { AppError } from '#/http/errors.ts'
import { changeMessage } from '../changes/change-message.service.ts'
import { existingPlace, membershipOfReader } from '../changes/message-changes.service.ts'
import { ENVELOPE_BYTES, takeFanOut } from '../messages.service.ts'
import type { MessageRow } from '../messaging.sql.ts'
import { lockThread } from '../threads.sql.ts'
import { textWithOptions } from './poll-text.ts'
import { closePollAt, setVote, votesOf } from './polls.sql.ts'

type PollRow = MessageRow & { readonly poll: NewPoll }

/** @throws poll.notFound (404) for a message without a poll */
function assertPoll(row: MessageRow): asserts row is PollRow {
  if (row.poll === null) throw new AppError('poll.notFound')
}

/** Locks the thread of a poll for a viewer who reads it. @throws message.notFound (404) */
async function lockPoll(tx: Tx, viewer: SignedIn, id: string) {
  const place = await existingPlace(tx, id)
  await lockThread(tx, place.thread_id)
  return { place, member: await membershipOfReader(tx, viewer, place.thread_id) }
}

/** @throws poll.notAnOption (400) */
function chosenOptions({ options, isMultiple }: NewPoll, optionIds: readonly number[]): number[] {
  const chosen = [...new Set(optionIds)].toSorted((a, b) => a - b)
  if (chosen.some((id) => id >= options.length) || (!isMultiple && chosen.length > 1)) throw new AppError('poll.notAnOption')
  return chosen
}

/**
 * Sets the vote of the viewer; no option takes it back.
 * @throws message.notFound, poll.notFound (404); poll.notAnOption (400); thread.blocked (403); poll.closed (409);
 * tooManyRequests (429)
 */
export const vote = (deps: Deps, viewer: SignedIn, id: string, optionIds: readonly number[]): Promise<Message> =>
  deps.transaction(async (tx) => {
    const { place, member } = await lockPoll(tx, viewer, id)
    authorize(viewer, 'thread:write', { isMember: true, isBlocked: Boolean(member.is_blocked) }, 'thread.blocked')
    return changeMessage(tx, id, null, async (row) => {
      assertPoll(row)
      const chosen = chosenOptions(row.poll, optionIds)
      const own = row.poll_votes?.find(({ user_id }) => user_id === viewer.id)?.option_ids ?? []
      if (own.join() === chosen.join()) return
      const closing = { closesAt: row.poll.closesAt, closedAt: row.poll_closed_at?.toISOString() ?? null }
      if (!isPollOpen(closing, deps.now().getTime())) throw new AppError('poll.closed')
      const text = textWithOptions(row.text, row.poll)
      takeFanOut(deps, viewer, { threadId: place.thread_id, text }, undefined, ENVELOPE_BYTES)
      await setVote(tx, id, viewer.id, chosen, deps.now())
    })
  })

/** Closes a poll. A repetition changes nothing. @throws message.notFound, poll.notFound (404); message.notYours (403) */
export const closePoll = (deps: Deps, viewer: SignedIn, id: string): Promise<Message> =>
  deps.transaction(async (tx) => {
    const { place, member } = await lockPoll(tx, viewer, id)
    authorize(viewer, 'poll:close', { senderId: place.sender_id, isGroupAdmin: member.is_admin }, 'message.notYours')
    return changeMessage(tx, id, null, async (row) => {
      assertPoll(row)
      if (row.poll_closed_at === null) await closePollAt(tx, id, deps.now())
    })
  })

/** Returns who voted for what. @throws message.notFound (404) */
export async function listVotes(deps: Deps, viewer: SignedIn, id: string) {
  await membershipOfReader(deps.db, viewer, (await existingPlace(deps.db, id)).thread_id)
  const rows = await votesOf(deps.db, id)
  const items = rows.map(({ person, option_ids, voted_at }) => ({
    person: presentPerson(person),
    optionIds: [...option_ids],
    votedAt: voted_at.toISOString(),
  }))
  return { items, nextCursor: null }
}
