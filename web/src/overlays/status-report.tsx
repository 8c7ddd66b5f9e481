import { useLocation, useRouter } from '@tanstack/react-router'
import { type ComponentProps, lazy, useEffect, useEffectEvent, useState } from 'react'
import { messagingEvents } from '@noroshi/contract/messaging/messaging.events'
import type { Message } from '@noroshi/contract/messaging/messaging.http'
import { markSeen, noteReceived, wasSeen } from '../features/alerts/thread-marks.ts'
import { useIsDrill } from '../features/alerts/alerts.queries.ts'
import { closeAlertNotifications } from '../platform/push/close-notifications.ts'
import { withTexts } from '../platform/language/i18n.ts'
import { addLive, defineLive, useEvent } from '../platform/connection/live.ts'
import { alertHref } from '../platform/paths/paths.ts'
import { serverNow } from '../platform/connection/server-time.ts'
import { useVisible } from '../platform/connection/use-visible.ts'
import { LazyContent, retryUntilLoaded } from '../ui/states/lazy-content.tsx'
import { useHasTopDialog } from '../ui/dialogs/top-dialog.tsx'

const StatusReportDialog = lazy(() =>
  retryUntilLoaded(() => withTexts(() => import('./status-report-dialog.tsx'))).then(({ StatusReportDialog: dialog }) => ({
    default: dialog,
  })),
)

const reportEvents = { 'messages:new_message': messagingEvents['messages:new_message'] }

// Reports do not wait for the messaging code, which changes the cached chats.
addLive(defineLive(reportEvents, { 'messages:new_message': () => undefined }))

/** Max age in milliseconds of a caught-up message that still opens a report. */
const FRESH_MS = 900_000

const hrefOf = ({ alertId, MessageThreadId }: Message) => alertHref(alertId ?? '', MessageThreadId)

/** Adds a report to the queue. The visible report stays; of the others, only the newest of each thread stays. */
function withReport(known: readonly Message[], message: Message): readonly Message[] {
  if (known.some(({ id }) => id === message.id)) return known
  const [shown, ...others] = known
  if (!shown) return [message]
  return [shown, ...others.filter(({ MessageThreadId }) => MessageThreadId !== message.MessageThreadId), message]
}

/**
 * Reports messages of alert chats on each page, except in their own chat. Several tabs receive a message. The first one
 * in which the user sees its report, or its chat, removes it from the others.
 */
export function StatusReports({ myId }: { myId: string | null }) {
  const { history } = useRouter()
  // An alarm or the dialog of the user's own SOS covers reports. They open after it is closed.
  const isCovered = useHasTopDialog()
  const isVisible = useVisible()
  /** The first report is the one to show. */
  const [reports, setReports] = useState<readonly Message[]>([])
  /** The report that the user has seen in this tab. */
  const [shownId, setShownId] = useState<string | null>(null)
  const path = useLocation({ select: ({ pathname }) => pathname })
  const unread = reports.filter(
    (message) => hrefOf(message) !== path && (message.id === shownId || !wasSeen(message.MessageThreadId, message.seq)),
  )
  // A report whose chat was opened is removed, so that it does not open again on the next page.
  if (unread.length < reports.length) setReports(unread)
  const [report, ...more] = unread

  useEvent('messages:new_message', (message, { isCatchUp }) => {
    const { MessageThreadId: threadId, seq } = message
    if (message.messageType !== 'alertChat' || message.SenderId === myId || wasSeen(threadId, seq)) return
    if (hrefOf(message) === path) return
    noteReceived(threadId, seq)
    if (isCatchUp && serverNow() - new Date(message.createdAt).getTime() > FRESH_MS) return
    setReports((known) => withReport(known, message))
  })

  if (!report || isCovered || !isVisible) return null
  const close = () => {
    markSeen(report.MessageThreadId, report.seq)
    setReports(more)
    void closeAlertNotifications(report.alertId ?? '', ['chat'])
  }
  return (
    <LazyContent>
      <OpenReport
        key={report.id}
        report={report}
        moreCount={more.length}
        onSeen={() => setShownId(report.id)}
        onClose={close}
        onReply={() => {
          close()
          history.push(hrefOf(report))
        }}
      />
    </LazyContent>
  )
}

interface OpenReportProps extends Omit<ComponentProps<typeof StatusReportDialog>, 'isDrill'> {
  /** Called when the window with the report has the focus, so that the user sees it. */
  onSeen: () => void
}

/** A report with the title for a drill if its alert is one. */
function OpenReport({ onSeen, ...props }: OpenReportProps) {
  const { MessageThreadId, seq, alertId } = props.report
  const markIfFocused = useEffectEvent(() => {
    if (!document.hasFocus()) return
    onSeen()
    markSeen(MessageThreadId, seq)
  })
  useEffect(() => {
    const onFocus = () => markIfFocused()
    onFocus()
    window.addEventListener('focus', onFocus)
    return () => window.removeEventListener('focus', onFocus)
  }, [])
  return <StatusReportDialog {...props} isDrill={useIsDrill(alertId ?? '')} />
}
