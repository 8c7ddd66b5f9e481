import { useQuery } from '@tanstack/react-query'
import { useLocation, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { Me } from '@noroshi/contract/accounts/accounts.http'
import { unitQuery, useMe } from '../features/accounts/accounts.queries.ts'
import { SosCountdown, SosKept, SosSending } from '../features/alerts/components/sos-dialog.tsx'
import { SosPending } from '../features/alerts/components/sos-pending.tsx'
import { countKey } from '../ui/count-key.ts'
import { startOutbox, useUnsentSos } from '../features/alerts/outbox.ts'
import type { Raised, Unplaced } from '../features/alerts/raise.machine.ts'
import { onRaised, onUnplaced, raising, startRaising, useRaiseFacts, useRaiseStage } from '../features/alerts/raise.ts'
import { setReader } from '../platform/reader.ts'
import { useActiveAlerts, useKeepActiveAlerts } from '../features/alerts/use-active-alerts.ts'
import { useSharedPosition } from '../features/alerts/positions.ts'
import { text } from '../platform/i18n.ts'
import { alertHref } from '../platform/paths.ts'
import { Boundary } from '../ui/boundary.tsx'
import { toastSuccess, toastWarning } from '../ui/toast.tsx'
import { AlarmOverlay } from './alarm-overlay.tsx'
import { StatusReports } from './status-report.tsx'

// Once, as soon as the page has its code: no SOS waits for a screen.
startRaising()
startOutbox()

/** What alerts lay over every page: the countdown of one's own SOS, the alarm of others', reports from their chats. */
export function AlertOverlays() {
  const me = useMe()
  const { data: unit } = useQuery(unitQuery)
  const newestId = useActiveAlerts()?.[0]?.id
  const path = useLocation({ select: ({ pathname }) => pathname })
  const countsDown = unit?.sosCountsDown ?? true

  useEffect(() => setReader(me ? { id: me.id, isAdmin: me.isAdmin } : null), [me])
  useEffect(() => raising.send({ type: 'CONFIGURE', countsDown }), [countsDown])
  useOpenRaised()
  useKeepActiveAlerts()

  return (
    <>
      <Boundary resetKey={useRaiseStage()}>
        <RaiseOverlay />
      </Boundary>
      {me && <SharedPosition me={me} />}
      {me && (
        <Boundary resetKey={newestId}>
          <AlarmOverlay me={me} unit={unit} />
        </Boundary>
      )}
      <Boundary resetKey={path}>
        <StatusReports myId={me?.id ?? null} />
      </Boundary>
    </>
  )
}

/** While this person shares where they are, wherever in the app they are. */
function SharedPosition({ me }: { me: Me }) {
  const active = useActiveAlerts()
  useSharedPosition(me.locationSharing, active?.some(({ raisedBy }) => raisedBy?.id === me.id) ?? false)
  return null
}

const goesTo = ({ recipientCount: count }: Raised['reply']) =>
  text(count === 0 ? 'alerts.raisedTo.none' : countKey('alerts.raisedTo', count), { count })

const tellUnplaced = ({ reply }: Pick<Unplaced, 'reply'>) =>
  toastWarning('alerts.withoutLocation', {}, { description: goesTo(reply) })

/** Tells whom it goes to. A warning comes before a success, since one toast is shown at a time. */
function tellRaised({ reply, place }: Raised) {
  if (place === 'none') tellUnplaced({ reply })
  else toastSuccess(reply.isExisting ? 'alerts.joined' : 'alerts.raised', {}, { description: goesTo(reply) })
}

/** Once the unit has an SOS of this device, the app opens its page. */
function useOpenRaised() {
  const { history } = useRouter()
  useEffect(
    () =>
      onRaised((raised) => {
        const href = alertHref(raised.reply.id, raised.reply.alertMessageThread.MessageThreadId)
        if (history.location.pathname !== href) history.push(href)
        tellRaised(raised)
      }),
    [history],
  )
  useEffect(() => onUnplaced(tellUnplaced), [])
}

function RaiseOverlay() {
  const stage = useRaiseStage()
  const { clientId } = useRaiseFacts()
  const unsent = useUnsentSos()
  /** The SOS whose dialog was put aside, and the one whose details were asked for: each SOS has its own say. */
  const [hidden, setHidden] = useState<string | null>(null)
  const [asked, setAsked] = useState<string | null>(null)
  if (stage === 'countdown') return <SosCountdown />
  if (stage === 'sending' && hidden !== clientId) return <SosSending />
  if (stage === 'kept' && hidden !== clientId)
    return <SosKept key={clientId} clientId={clientId} onHide={() => setHidden(clientId)} />
  if (asked !== null && unsent.some((sos) => sos.clientId === asked))
    return <SosKept key={asked} clientId={asked} onHide={() => setAsked(null)} />
  return <SosPending onShow={setAsked} />
}
