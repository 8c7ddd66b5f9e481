import { ActionIcon } from '@mantine/core'
import { IconArrowDownLeft, IconArrowUpRight, IconPhoneCall } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { callPageStatusOf } from '@noroshi/contract/calls/call-status'
import type { Call } from '@noroshi/contract/calls/calls.http'
import { useCurrentUser } from '../../../platform/session/current-user.ts'
import { useLanguage, useText } from '../../../platform/language/i18n.ts'
import { nameOf } from '../../../platform/language/person-name.ts'
import { clockTime, dateTime, dayKey } from '../../../platform/language/time.ts'
import { useNow } from '../../../platform/use-now.ts'
import { Avatar } from '../../../shared/people/avatar.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { ErrorState, ListSkeleton } from '../../../ui/states/states.tsx'
import { useOpenCall } from '../calls.changes.ts'
import { callAvatar, callName, connectedSeconds, elapsedText, isUnanswered } from '../call-texts.ts'
import { useCallsWith } from '../calls.queries.ts'
import { CallIconButton } from './call-button.tsx'
import css from './call-history.module.css'
import { JoinButton } from './join-button.tsx'
import { LoadAhead } from './load-ahead.tsx'

interface Props {
  call: Call
  /** The account of the other user is deactivated, so that the row offers no call. */
  isInactive?: boolean
}

/** A call in the history. A personal call shows the last one with its user: all others are in a dialog. */
export function CallRow({ call, isInactive = false }: Props) {
  const text = useText()
  const viewer = useCurrentUser()
  const [isOpen, setOpen] = useState(false)
  const open = useOpenCall()
  const { otherUser } = call
  const summaryId = useId()
  const status = viewer && call.endedAt === null ? callPageStatusOf(call, viewer.id) : 'ended'
  const isIn = status === 'connecting' || status === 'joined'
  const summary = (
    <>
      <Avatar person={callAvatar(call)} size={52} />
      <span className={css.text} id={summaryId}>
        <b className="one-line" translate="no">
          {callName(call)}
        </b>
        <CallFacts call={call} />
      </span>
    </>
  )
  return (
    <li className={css.row}>
      {otherUser ? (
        <button
          type="button"
          className={css.summary}
          aria-label={text('calls.earlier', { name: nameOf(otherUser) })}
          aria-describedby={summaryId}
          onClick={() => setOpen(true)}
        >
          {summary}
        </button>
      ) : (
        <span className={css.summary}>{summary}</span>
      )}
      {isIn && (
        <ActionIcon aria-label={text('calls.returnTo', { name: callName(call) })} onClick={() => void open(call)}>
          <IconPhoneCall size={24} stroke={1.75} aria-hidden="true" />
        </ActionIcon>
      )}
      {!otherUser && status === 'running' && <JoinButton call={call} />}
      {otherUser && !isIn && !isInactive && <CallIconButton userId={otherUser.id} name={nameOf(otherUser)} />}
      {otherUser && isOpen && <EarlierCalls userId={otherUser.id} name={nameOf(otherUser)} onClose={() => setOpen(false)} />}
    </li>
  )
}

/** Direction, outcome or duration, and time of a call, in one line. */
function CallFacts({ call }: { call: Call }) {
  const text = useText()
  const language = useLanguage()
  const now = useNow()
  const viewer = useCurrentUser()
  const isOwn = call.HostUserId === viewer?.id
  const Icon = isOwn ? IconArrowUpRight : IconArrowDownLeft
  const isMissed = viewer !== null && isUnanswered(call, viewer.id)
  const seconds = connectedSeconds(call)
  const isToday = dayKey(call.createdAt) === dayKey(now)
  return (
    <span className={css.facts} data-missed={isMissed || undefined}>
      <Icon size={18} stroke={2} role="img" aria-label={text(isOwn ? 'calls.outgoing' : 'calls.incomingShort')} />
      <span className="one-line">
        {call.endedAt === null
          ? text('calls.status.inProgress')
          : seconds !== null && call.callStatus === 'Connected'
            ? text('calls.connectedFor', { time: elapsedText(seconds * 1000) })
            : text(`calls.status.${call.callStatus ?? 'Not Connected'}`)}
      </span>
      <span aria-hidden="true">·</span>
      <time dateTime={call.createdAt}>{isToday ? clockTime(call.createdAt) : dateTime(call.createdAt, language)}</time>
    </span>
  )
}

interface EarlierProps {
  userId: string
  name: string
  onClose: () => void
}

/** All calls with one user. */
function EarlierCalls({ userId, name, onClose }: EarlierProps) {
  const text = useText()
  const { calls, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useCallsWith(userId)
  return (
    <Dialog isOpen onClose={onClose} title={text('calls.earlier', { name })}>
      {!calls && (error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <ListSkeleton />)}
      <ul className={css.earlier}>
        {calls?.map((call) => (
          <li key={call.id}>
            <CallFacts call={call} />
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <LoadAhead label={text('calls.loadMore')} isLoading={isFetchingNextPage} onMore={() => void fetchNextPage()} />
      )}
    </Dialog>
  )
}
