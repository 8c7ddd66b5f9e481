import { useLocation, useRouter } from '@tanstack/react-router'
import { type ComponentProps, useState } from 'react'
import { messagingEvents } from '@noroshi/contract/messaging/messaging.events'
import type { Message } from '@noroshi/contract/messaging/messaging.http'
import { closeAlertNotifications } from '../features/alerts/close-alert-notifications.ts'
import { markSeen, wasSeen } from '../features/alerts/thread-marks.ts'
import { useIsDrill } from '../features/alerts/alerts.queries.ts'
import { addLive, defineLive, useEvent } from '../platform/live.ts'
import { alertHref } from '../platform/paths.ts'
import { serverNow } from '../platform/server-time.ts'
import { useHasTopDialog } from '../ui/top-dialog.tsx'
import { StatusReportDialog } from './status-report-dialog.tsx'

const reportEvents = { 'messages:new_message': messagingEvents['messages:new_message'] }

// Reports do not wait for the messaging code, which changes the cached chats.
addLive(defineLive(reportEvents, { 'messages:new_message': () => undefined }))

/** Max age in milliseconds of a caught-up message that still opens a report. */
const FRESH_MS = 900_000

const hrefOf = ({ alertId, MessageThreadId }: Message) => alertHref(alertId ?? '', MessageThreadId)

/** Adds a report to the queue. The visible report stays; of the others, only the newest of each thread stays. */
const withReport = ([shown, ...others]: readonly Message[], message: Message): readonly Message[] =>
  shown ? [shown, ...others.filter(({ MessageThreadId }) => MessageThreadId !== message.MessageThreadId), message] : [message]

/** Reports messages of alert chats on each page, except in their own chat. */
export function StatusReports({ myId }: { myId: string | null }) {
  const { history } = useRouter()
  const isCovered = useHasTopDialog()
  /** The first report is visible. */
  const [reports, setReports] = useState<readonly Message[]>([])
  const path = useLocation({ select: ({ pathname }) => pathname })
  const unread = reports.filter((message) => hrefOf(message) !== path)
  // A report whose chat was opened is removed, so that it does not open again on the next page.
  if (unread.length < reports.length) setReports(unread)
  const [report, ...more] = unread

  useEvent('messages:new_message', (message, { isCatchUp }) => {
    const { MessageThreadId: threadId, seq } = message
    if (message.messageType !== 'alertChat' || message.SenderId === myId || wasSeen(threadId, seq)) return
    markSeen(threadId, seq)
    if (hrefOf(message) === path) return
    if (isCatchUp && serverNow() - new Date(message.createdAt).getTime() > FRESH_MS) return
    setReports((known) => withReport(known, message))
  })

  // An alarm or the dialog of the user's own SOS covers reports. They open after it is closed.
  if (!report || isCovered) return null
  const close = () => {
    setReports(more)
    void closeAlertNotifications(report.alertId ?? '', 'chat')
  }
  return (
    <OpenReport
      key={report.id}
      report={report}
      moreCount={more.length}
      onClose={close}
      onReply={() => {
        close()
        history.push(hrefOf(report))
      }}
    />
  )
}

/** A report with the title for a drill if its alert is one. */
function OpenReport(props: Omit<ComponentProps<typeof StatusReportDialog>, 'isDrill'>) {
  return <StatusReportDialog {...props} isDrill={useIsDrill(props.report.alertId ?? '')} />
}
