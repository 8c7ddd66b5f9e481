import { useQuery } from '@tanstack/react-query'
import { useLocation, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { Me } from '@noroshi/contract/accounts/accounts.http'
import { unitQuery, useMe } from '../features/accounts/accounts.queries.ts'
import { reachText } from '../features/alerts/alert-texts.ts'
import { sosRaiser, startRaising } from '../features/alerts/sos/raise.ts'
import { startRaisedNotice } from '../features/alerts/sos/raised-notice.ts'
import type { Raised, RaiseReply } from '../features/alerts/sos-raiser.ts'
import { setCurrentUser } from '../platform/session/current-user.ts'
import { useEvent } from '../platform/connection/live.ts'
import { joinOwnRoom } from '../platform/connection/socket.ts'
import { adoptStoredSos } from '../features/alerts/sos/unsent-sos.ts'
import { useActiveAlerts, useKeepActiveAlerts } from '../features/alerts/alert-lists.ts'
import { useSharedLocation } from '../features/alerts/user-locations.ts'
import { text } from '../platform/language/i18n.ts'
import { alertHref, paths } from '../platform/paths/paths.ts'
import { Boundary } from '../ui/states/boundary.tsx'
import { toastSuccess, toastWarning } from '../ui/states/toast.tsx'
import { AlarmOverlay } from './alarm/alarm-overlay.tsx'
import { OwnSosOverlay, useOwnSos } from './own-sos.tsx'
import { StatusReports } from './status-report.tsx'

// Starts once, as soon as this module is loaded: an SOS does not wait for a screen.
startRaising()
startRaisedNotice()
adoptStoredSos()

/**
 * The parts of alerts that are shown over each page: the user's own SOS, alarms of other users, and reports from alert
 * chats.
 */
export function AlertOverlays() {
  const me = useMe()
  const { data: unit } = useQuery(unitQuery)
  const newestId = useActiveAlerts()?.[0]?.id
  const path = useLocation({ select: ({ pathname }) => pathname })
  const countsDown = unit?.sosCountsDown ?? true
  const own = useOwnSos()
  /** Element at the bottom of the dialog of the user's own SOS, where alarms of other users are shown. */
  const [footer, setFooter] = useState<HTMLElement | null>(null)

  useEffect(() => setCurrentUser(me ? { id: me.id, isAdmin: me.isAdmin } : null), [me])
  const myId = me?.id
  useEffect(() => (myId === undefined ? undefined : joinOwnRoom(myId)), [myId])
  useEffect(() => sosRaiser.configure(countsDown), [countsDown])
  useOpenRaised()
  useKeepActiveAlerts()
  useEvent('alert:stalled', ({ alertIds }, { isCatchUp }) => {
    if (!isCatchUp) toastWarning('alerts.stalled', { count: alertIds.length })
  })

  return (
    <>
      <Boundary resetKey={own.stage}>
        <OwnSosOverlay own={own} footer={<div ref={setFooter} />} />
      </Boundary>
      {me && (
        <Boundary>
          <SharedLocation me={me} />
        </Boundary>
      )}
      {me && (
        <Boundary resetKey={newestId}>
          <AlarmOverlay me={me} unit={unit} own={own} footer={footer} />
        </Boundary>
      )}
      <Boundary resetKey={path}>
        <StatusReports myId={me?.id ?? null} />
      </Boundary>
    </>
  )
}

/** Shares the user's location on each page while sharing is enabled. An SOS for another person locates that person. */
function SharedLocation({ me }: { me: Me }) {
  const active = useActiveAlerts()
  useSharedLocation(
    me.locationSharing,
    active?.some(({ raisedBy, raisedFor, isDrill }) => raisedBy?.id === me.id && !raisedFor && isDrill !== true) ?? false,
  )
  return null
}

function toastWithoutLocation({ isRemoved, recipientCount }: RaiseReply) {
  if (isRemoved !== true) toastWarning('alerts.withoutLocation', {}, { description: reachText(recipientCount, text) })
}

/**
 * Shows how many users an SOS reaches. The warning without a location has priority, because only one toast is shown at
 * a time.
 */
function toastRaised({ reply, locationState, isForOther }: Raised) {
  if (locationState === 'none' && !isForOther) toastWithoutLocation(reply)
  else
    toastSuccess(reply.isExisting ? 'alerts.joined' : 'alerts.raised', {}, { description: reachText(reply.recipientCount, text) })
}

/** Each SOS that the server acknowledged before {@link useOpenRaised}: it is sent while the page starts. */
const early: Raised[] = []
const earlyWithoutLocation: RaiseReply[] = []
const stopsOfEarly = [
  sosRaiser.onRaised((raised) => void early.push(raised)),
  sosRaiser.onRaisedWithoutLocation((reply) => void earlyWithoutLocation.push(reply)),
]

/**
 * Opens the page of an SOS of this device after the server has acknowledged it. An SOS of an earlier page or of another
 * tab, which this tab may have sent, takes the user away from home only.
 */
function useOpenRaised() {
  const { history } = useRouter()
  useEffect(() => {
    const open = (raised: Raised) => {
      if (raised.reply.isRemoved === true) {
        toastWarning('alerts.resolveDone')
        return
      }
      const href = alertHref(raised.reply.id, raised.reply.alertMessageThread.MessageThreadId)
      const { pathname } = history.location
      if (pathname === paths.home || (raised.isCurrent && pathname !== href)) history.push(href)
      toastRaised(raised)
    }
    for (const stop of stopsOfEarly.splice(0)) stop()
    const raised = early.splice(0)
    const opened = raised.find(({ isCurrent }) => isCurrent) ?? raised.at(-1)
    if (opened) open(opened)
    for (const each of earlyWithoutLocation.splice(0)) toastWithoutLocation(each)
    return sosRaiser.onRaised(open)
  }, [history])
  useEffect(() => sosRaiser.onRaisedWithoutLocation(toastWithoutLocation), [])
}
