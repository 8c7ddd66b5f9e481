import { IconAntennaBars2, IconAntennaBars4, IconAntennaBars5, IconArrowLeft, IconUserPlus } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import { callAbilities } from '@noroshi/contract/calls/calls.abilities'
import { type CallPageStatus, isRingingOut } from '@noroshi/contract/calls/call-status'
import type { Call } from '@noroshi/contract/calls/calls.http'
import { useCurrentUser } from '../../../platform/session/current-user.ts'
import { type Text, useText } from '../../../platform/language/i18n.ts'
import { serverNow } from '../../../platform/connection/server-time.ts'
import { callName, elapsedText } from '../call-texts.ts'
import type { RoomView } from '../media/room-view.ts'
import { lowestLevel } from '../media/quality.ts'
import css from './call-page.module.css'

interface Props {
  call: Call
  myId: string
  /** null: this page is no longer in the call. */
  status: CallPageStatus | null
  view: RoomView | null
  sos: ReactNode
  /** Returns the dialog that adds users to a group call. */
  addMembers: (call: Call, onClose: () => void) => ReactNode
  /** Leaves the screen while the call goes on. */
  onBack?: () => void
}

/** Name, status or timer, and quality of a call; the button that adds members to a group call. */
export function CallHead({ call, myId, status, view, sos, addMembers, onBack }: Props) {
  const text = useText()
  const viewer = useCurrentUser()
  const [isAdding, setAdding] = useState(false)
  const mayAdd = status !== null && call.isGroupCall && callAbilities['call:addMembers'](viewer, call)
  return (
    <header className={css.head}>
      {onBack && (
        <button type="button" className={css.button} aria-label={text('chrome.back')} onClick={onBack}>
          <IconArrowLeft size={24} stroke={1.75} aria-hidden="true" />
        </button>
      )}
      <div className={css.title}>
        <h1 className="one-line" translate="no">
          {callName(call)}
        </h1>
        <p>
          {status !== null && <CallProgress call={call} myId={myId} status={status} view={view} />}
          {view && <Quality view={view} />}
        </p>
      </div>
      {mayAdd && (
        <button type="button" className={css.button} aria-label={text('calls.addMembers')} onClick={() => setAdding(true)}>
          <IconUserPlus size={24} stroke={1.75} aria-hidden="true" />
        </button>
      )}
      <span>{sos}</span>
      {isAdding && addMembers(call, () => setAdding(false))}
    </header>
  )
}

/** The status; for the host the time since the first session was joined (specification, section 6). */
export function CallProgress({ call, myId, status, view }: Pick<Props, 'call' | 'myId' | 'view'> & { status: CallPageStatus }) {
  const text = useText()
  const joined = call.sessions.flatMap(({ joinedAt }) => (joinedAt === null ? [] : [Date.parse(joinedAt)]))
  const isConnected = [...(view?.participants.values() ?? [])].some(({ connection }) => connection === 'connected')
  if (call.HostUserId === myId && status === 'joined' && joined.length > 0 && isConnected) {
    return <Timer since={Math.min(...joined)} />
  }
  return <span>{statusText(call, status, view, text)}</span>
}

function statusText(call: Call, status: CallPageStatus, view: RoomView | null, text: Text): string {
  const connections = [...(view?.participants.values() ?? [])].map(({ connection }) => connection)
  if (connections.includes('connected')) return text('calls.inCall')
  if (connections.includes('lost')) return text('calls.reconnecting')
  return text(status === 'connecting' && isRingingOut(call) ? 'calls.ringing' : 'calls.connecting')
}

function Timer({ since }: { since: number }) {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return (
    <span className={css.timer} role="timer">
      {elapsedText(now - since)}
    </span>
  )
}

const qualityIcons = { low: IconAntennaBars2, medium: IconAntennaBars4, high: IconAntennaBars5 } as const

/** The worst quality of all connections. */
function Quality({ view }: { view: RoomView }) {
  const text = useText()
  const connected = [...view.participants.values()].filter(({ connection }) => connection === 'connected')
  if (connected.length === 0) return null
  const level = lowestLevel(...connected.map(({ quality }) => quality))
  const Icon = qualityIcons[level]
  return (
    <span className={css.quality} data-level={level}>
      <Icon size={20} stroke={2} aria-hidden="true" />
      {text(`calls.quality.${level}`)}
    </span>
  )
}
