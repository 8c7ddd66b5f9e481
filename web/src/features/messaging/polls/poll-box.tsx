import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { can } from '@noroshi/contract/abilities'
import type { Message } from '@noroshi/contract/messaging/messaging.http'
import { isPollOpen, type Poll } from '@noroshi/contract/messaging/polls'
import { serverNow } from '../../../platform/connection/server-time.ts'
import { useLanguage, useText } from '../../../platform/language/i18n.ts'
import { dateTime } from '../../../platform/language/time.ts'
import { useCurrentUser } from '../../../platform/session/current-user.ts'
import { useMessageActions } from '../changes/message-actions-context.ts'
import { useMyMembership } from '../messaging.queries.ts'
import { votesQuery } from './poll.queries.ts'
import { PollOptions } from './poll-options.tsx'
import css from './poll.module.css'

const VotesDialog = lazy(() => import('./votes-dialog.tsx').then(({ VotesDialog: dialog }) => ({ default: dialog })))
const ClosePoll = lazy(() => import('./close-poll.tsx').then(({ ClosePoll: dialog }) => ({ default: dialog })))

const DAY_MS = 86_400_000

/** Whether a poll accepts votes by the server's clock. */
function useIsOpen({ closesAt, closedAt }: Poll): boolean {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const left = closesAt === null ? 0 : Date.parse(closesAt) - now
    if (left <= 0) return undefined
    const timer = setTimeout(() => setNow(serverNow()), Math.min(left, DAY_MS)) // a longer delay would end at once
    return () => clearTimeout(timer)
  }, [closesAt, now])
  return isPollOpen({ closesAt, closedAt }, now)
}

/**
 * Returns the viewer's options; undefined until they are known. A poll with many votes lists only the first ones. Those of
 * an earlier version stay until the votes of the current one arrive.
 */
function useOwnVote({ id, version }: Message, { options }: Poll): readonly number[] | undefined {
  const ownId = useCurrentUser()?.id ?? ''
  const listed = options.filter(({ voterIds }) => voterIds.includes(ownId)).map((option) => option.id)
  const isListed = listed.length > 0 || options.every(({ count, voterIds }) => voterIds.length === count)
  const { data } = useQuery({ ...votesQuery(id, version), enabled: !isListed })
  const read = data && (data.items.find(({ person }) => person.id === ownId)?.optionIds ?? [])
  const current = isListed ? listed : read
  const [latest, setLatest] = useState(current)
  if (current && current.join() !== latest?.join()) setLatest(current)
  return current ?? latest
}

/** A poll in its message, below the question. */
export function PollBox({ message, poll }: { message: Message; poll: Poll }) {
  const text = useText()
  const language = useLanguage()
  const viewer = useCurrentUser()
  const { mayReact: mayVote, change } = useMessageActions()
  const [dialog, setDialog] = useState<'votes' | 'close' | null>(null)
  const isOpen = useIsOpen(poll)
  const chosen = useOwnVote(message, poll)
  const membership = useMyMembership(message.MessageThreadId)
  const facts = { senderId: message.SenderId, isGroupAdmin: membership?.isAdmin ?? false }
  const close = () => setDialog(null)
  const hint = text(poll.isMultiple ? 'messages.poll.chooseSeveral' : 'messages.poll.chooseOne')
  const end = poll.closesAt !== null && text('messages.poll.closes', { time: dateTime(poll.closesAt, language) })
  return (
    <div className={css.poll} data-poll>
      <small>{isOpen ? [hint, end].filter(Boolean).join(' · ') : text('messages.poll.closed')}</small>
      <PollOptions
        question={message.text}
        options={poll.options}
        isMultiple={poll.isMultiple}
        voterCount={poll.voterCount}
        chosen={chosen ?? []}
        onChoose={isOpen && mayVote && chosen ? (optionIds) => change(message, { kind: 'vote', optionIds }) : undefined}
      />
      <div className={css.actions}>
        {poll.voterCount === 0 ? (
          <small>{text('messages.poll.noVotes')}</small>
        ) : (
          <button type="button" aria-haspopup="dialog" onClick={() => setDialog('votes')}>
            {text('messages.poll.voters', { count: poll.voterCount })}
          </button>
        )}
        {isOpen && mayVote && can(viewer, 'poll:close', facts) && (
          <button type="button" aria-haspopup="dialog" onClick={() => setDialog('close')}>
            {text('messages.poll.close')}
          </button>
        )}
      </div>
      <Suspense>
        {dialog === 'votes' && <VotesDialog message={message} poll={poll} onClose={close} />}
        {dialog === 'close' && (
          <ClosePoll
            onConfirm={() => {
              change(message, { kind: 'closePoll' })
              close()
            }}
            onClose={close}
          />
        )}
      </Suspense>
    </div>
  )
}
