import { ActionIcon } from '@mantine/core'
import { IconHistory, IconPhoneCall, IconPhoneIncoming, IconPhoneOff, IconPhoneOutgoing } from '@tabler/icons-react'
import { useState } from 'react'
import { isInCall } from '@noroshi/contract/calls/call-status'
import type { Call } from '@noroshi/contract/calls/calls.http'
import { useCurrentUser } from '../../../platform/current-user.ts'
import { useLanguage, useText } from '../../../platform/i18n.ts'
import { nameOf } from '../../../platform/person-name.ts'
import { dateTime } from '../../../platform/time.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { ErrorState, ListSkeleton } from '../../../ui/states.tsx'
import { useOpenCall } from '../calls.changes.ts'
import { callName, callAvatar } from '../call-texts.ts'
import { useCallsWith } from '../calls.queries.ts'
import { CallIconButton } from './call-button.tsx'
import css from './call-history.module.css'
import { LoadAhead } from './load-ahead.tsx'

/** A call in the history. A personal call shows the last one with its user: all others are in a dialog. */
export function CallRow({ call }: { call: Call }) {
  const text = useText()
  const viewer = useCurrentUser()
  const [isOpen, setOpen] = useState(false)
  const open = useOpenCall()
  const { otherUser } = call
  const canReturn = viewer !== null && isInCall(call, viewer.id)
  return (
    <li className={css.row}>
      <Avatar person={callAvatar(call)} size={52} />
      <span className={css.text}>
        <b>{callName(call)}</b>
        <CallFacts call={call} />
      </span>
      {otherUser && (
        <>
          <ActionIcon aria-label={text('calls.earlier', { name: nameOf(otherUser) })} onClick={() => setOpen(true)}>
            <IconHistory size={24} stroke={1.75} aria-hidden="true" />
          </ActionIcon>
          <CallIconButton userId={otherUser.id} name={nameOf(otherUser)} />
          {isOpen && <EarlierCalls userId={otherUser.id} name={nameOf(otherUser)} onClose={() => setOpen(false)} />}
        </>
      )}
      {!otherUser && canReturn && (
        <ActionIcon aria-label={callName(call)} onClick={() => void open(call)}>
          <IconPhoneCall size={24} stroke={1.75} aria-hidden="true" />
        </ActionIcon>
      )}
    </li>
  )
}

/** Direction, outcome and time of a call. */
function CallFacts({ call }: { call: Call }) {
  const text = useText()
  const language = useLanguage()
  const viewer = useCurrentUser()
  const isOwn = call.HostUserId === viewer?.id
  const isConnected = call.callStatus === 'Connected' || call.callStatus === null
  const Icon = !isConnected ? IconPhoneOff : isOwn ? IconPhoneOutgoing : IconPhoneIncoming
  return (
    <span className={css.facts} data-missed={(!isConnected && !isOwn) || undefined}>
      <Icon size={18} stroke={2} aria-hidden="true" />
      <span>{text(isOwn ? 'calls.outgoing' : 'calls.incomingShort')}</span>
      <span>
        {text(call.endedAt === null ? 'calls.status.inProgress' : `calls.status.${call.callStatus ?? 'Not Connected'}`)}
      </span>
      <time dateTime={call.createdAt}>{dateTime(call.createdAt, language)}</time>
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
