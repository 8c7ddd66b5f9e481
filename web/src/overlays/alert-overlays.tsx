import { useQuery } from '@tanstack/react-query'
import { useLocation, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { Me } from '@noroshi/contract/accounts/accounts.http'
import { unitQuery, useMe } from '../features/accounts/accounts.queries.ts'
import { SosCountdown, SosKept, SosSending } from '../features/alerts/components/sos-dialog.tsx'
import { SosPending } from '../features/alerts/components/sos-pending.tsx'
import { countKey } from '../features/alerts/count-key.ts'
import { startOutbox } from '../features/alerts/outbox.ts'
import type { Raised } from '../features/alerts/raise.machine.ts'
import { onRaised, raising, startRaising, useRaiseStage } from '../features/alerts/raise.ts'
import { setReader } from '../features/alerts/reader.ts'
import { useActiveAlerts, useEveryActiveAlert } from '../features/alerts/use-active-alerts.ts'
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
  useEveryActiveAlert()

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

/** Tells whom it goes to. A warning comes before a success, since one toast is shown at a time. */
function tellRaised({ reply: { isExisting, recipientCount: count }, hasPlace }: Raised) {
  const description = text(count === 0 ? 'alerts.raisedTo.none' : countKey('alerts.raisedTo', count), { count })
  if (!hasPlace) return toastWarning('alerts.withoutLocation', {}, { description })
  toastSuccess(isExisting ? 'alerts.joined' : 'alerts.raised', {}, { description })
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
}

function RaiseOverlay() {
  const stage = useRaiseStage()
  const [isHidden, setHidden] = useState(false)
  if (stage === 'countdown') return <SosCountdown />
  if (stage === 'locating' || stage === 'sending')
    return isHidden ? <SosPending onShow={() => setHidden(false)} /> : <SosSending />
  if (stage === 'kept' && !isHidden) return <SosKept onHide={() => setHidden(true)} />
  return <SosPending onShow={() => setHidden(false)} />
}
