import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useCallback, useState } from 'react'
import { callPageStatusOf, isInCall } from '@noroshi/contract/calls/call-status'
import type { Call } from '@noroshi/contract/calls/calls.http'
import { useCurrentUser } from '../../../platform/session/current-user.ts'
import { isGone } from '../../../platform/connection/http-errors.ts'
import { useText } from '../../../platform/language/i18n.ts'
import { paths } from '../../../platform/paths/paths.ts'
import { HomeButton } from '../../../ui/layout/home-button.tsx'
import { PageTitle } from '../../../ui/layout/page-title.tsx'
import { EmptyState, ErrorState, ListSkeleton } from '../../../ui/states/states.tsx'
import { callName } from '../call-texts.ts'
import { useCall } from '../calls.queries.ts'
import { canCall } from '../can-call.ts'
import { roomOf } from '../rooms.ts'
import { runningCall } from '../running-call.ts'
import { useCallRoom } from '../use-call-room.ts'
import { CallControls } from './call-controls.tsx'
import { CallHead } from './call-head.tsx'
import { CallOutcome } from './call-outcome.tsx'
import { CallStage } from './call-stage.tsx'
import { IncomingOnPage } from './incoming-on-page.tsx'
import { RunningOnPage } from './running-on-page.tsx'
import css from './call-page.module.css'

interface Props {
  callId: string
  /** Small SOS button. */
  sos: ReactNode
  /** Returns the dialog that adds users to a group call. */
  addMembers: (call: Call, onClose: () => void) => ReactNode
  onBack: () => void
}

/** The page of a personal or a group call. */
export function CallPage({ callId, ...props }: Props) {
  const text = useText()
  const me = useCurrentUser()
  const { call, error, refetch } = useCall(callId)
  return (
    <main id="content" tabIndex={-1} className={css.page}>
      <PageTitle>{call ? callName(call) : text('calls.title')}</PageTitle>
      {call && me ? (
        <OpenCall call={call} myId={me.id} {...props} />
      ) : (
        <>
          <header className={css.head}>
            <HomeButton className={css.button} />
            <div className={css.title}>
              <h1>{text('calls.title')}</h1>
            </div>
            <span>{props.sos}</span>
          </header>
          <div className={css.notice}>
            {isGone(error) ? (
              <UnknownCall />
            ) : error ? (
              <ErrorState error={error} onRetry={() => void refetch()} />
            ) : (
              <ListSkeleton />
            )}
          </div>
        </>
      )}
    </main>
  )
}

/** The call does not exist, or the user is not in it. */
function UnknownCall() {
  const text = useText()
  return (
    <EmptyState
      title={text('error.call.notFound')}
      action={
        <Button component={Link} to={paths.home}>
          {text('chrome.goHome')}
        </Button>
      }
    />
  )
}

type OpenProps = { call: Call; myId: string } & Omit<Props, 'callId'>

function OpenCall({ call, myId, sos, addMembers, onBack }: OpenProps) {
  const text = useText()
  /** Code with which this page was taken out of the call. */
  const [endCode, setEndCode] = useState<string | null>(null)
  /** This page accepts the call at the moment. */
  const [isAccepting, setAccepting] = useState(() => roomOf(call.id) !== undefined)
  const [refusals, setRefusals] = useState(0)
  const [wasOver] = useState(call.endedAt !== null)
  const status = callPageStatusOf(call, myId)
  const isIn = isInCall(call, myId)
  if (isIn && isAccepting) setAccepting(false)
  const end = useCallback((code: string) => {
    if (code !== 'call.notAccepted') return setEndCode(code)
    // A request by HTTP follows. If it accepts the session, the page joins with a new room.
    setAccepting(false)
    setRefusals((count) => count + 1)
  }, [])
  if (status === 'incoming' && !isAccepting) return <IncomingOnPage call={call} myId={myId} sos={sos} />
  if (call.endedAt === null && !canCall())
    return <CallUnsupported call={call} myId={myId} sos={sos} addMembers={addMembers} onBack={onBack} />
  if (call.endedAt === null && (isIn || status === 'incoming') && endCode === null) {
    return <JoinedCall key={refusals} call={call} myId={myId} sos={sos} addMembers={addMembers} onBack={onBack} onEnded={end} />
  }
  if (status === 'running') {
    const note = endCode === null ? null : text(endCode === 'call.lost' ? 'calls.outcome.lost' : 'calls.leftRunning')
    const join = () => {
      setEndCode(null)
      setRefusals((count) => count + 1)
    }
    return <RunningOnPage call={call} sos={sos} note={note} onJoin={join} onBack={onBack} />
  }
  const isOver = status !== 'incoming' && status !== 'connecting' && status !== 'joined'
  return (
    <>
      <CallHead call={call} myId={myId} status={null} view={null} sos={sos} addMembers={addMembers} />
      <CallOutcome
        call={call}
        outcome={endCode === 'call.lost' ? 'lost' : isOver ? status : 'ended'}
        code={endCode}
        isPast={wasOver}
        onBack={onBack}
      />
    </>
  )
}

/** A call that this browser cannot join. Another device of the user may be in it. */
function CallUnsupported({ call, myId, sos, addMembers, onBack }: OpenProps) {
  const text = useText()
  return (
    <>
      <CallHead call={call} myId={myId} status={null} view={null} sos={sos} addMembers={addMembers} />
      <div className={css.notice}>
        <p role="alert">{text('calls.unsupported')}</p>
        <button type="button" className={css.back} onClick={onBack}>
          {text('calls.back')}
        </button>
      </div>
    </>
  )
}

/** The call while this page takes part. It goes on when the user leaves this screen. */
function JoinedCall({ call, myId, sos, addMembers, onBack, onEnded }: OpenProps & { onEnded: (code: string) => void }) {
  const text = useText()
  const { room, view } = useCallRoom(call, myId, onEnded)
  const status = callPageStatusOf(call, myId)
  const end = () => {
    runningCall.get()?.leave()
    onBack()
  }
  return (
    <>
      <CallHead call={call} myId={myId} status={status} view={view} sos={sos} addMembers={addMembers} onBack={onBack} />
      <CallStage call={call} myId={myId} view={view} />
      <CallControls call={call} room={room} view={view} onEnd={end} />
      <span className="visually-hidden" role="status">
        {status === 'joined' ? text('calls.inCall') : ''}
      </span>
    </>
  )
}
