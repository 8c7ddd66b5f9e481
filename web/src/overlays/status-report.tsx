import { Button } from '@mantine/core'
import { useLocation, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import type { Message } from '@noroshi/contract/messaging/messaging.http'
import { markShown, wasShown } from '../features/alerts/thread-marks.ts'
import { useLanguage, useText } from '../platform/i18n.ts'
import { useEvent } from '../platform/live.ts'
import { alertHref } from '../platform/paths.ts'
import { dateTime } from '../platform/time.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Dialog } from '../ui/dialog.tsx'
import css from './status-report.module.css'

/** Milliseconds after which a message that was caught up is too old to interrupt anybody. */
const FRESH_MS = 900_000

const hrefOf = ({ alertId, MessageThreadId }: Message) => alertHref(alertId ?? '', MessageThreadId)

/** A message in the chat of an alert, wherever the reader is: unless that chat is on the screen. */
export function StatusReports({ myId }: { myId: string | null }) {
  const text = useText()
  const language = useLanguage()
  const { history } = useRouter()
  /** The newest of each thread, the latest first. */
  const [reports, setReports] = useState<readonly Message[]>([])
  const path = useLocation({ select: ({ pathname }) => pathname })
  const unread = reports.filter((message) => hrefOf(message) !== path)
  // What was read in its chat is gone, and does not come up again when the reader goes on.
  if (unread.length < reports.length) setReports(unread)
  const [report, ...more] = unread

  useEvent('messages:new_message', (message, { isCatchUp }) => {
    const { MessageThreadId: threadId, seq } = message
    if (message.messageType !== 'alertChat' || message.SenderId === myId || wasShown(threadId, seq)) return
    markShown(threadId, seq)
    if (hrefOf(message) === path) return
    if (isCatchUp && Date.now() - new Date(message.createdAt).getTime() > FRESH_MS) return
    setReports((known) => [message, ...known.filter(({ MessageThreadId }) => MessageThreadId !== threadId)])
  })

  const close = () => setReports(more)
  const reply = (message: Message) => {
    close()
    history.push(hrefOf(message))
  }
  return (
    <Dialog isOpen={report !== undefined} onClose={close} title={text('alerts.report.title')}>
      {report && (
        <>
          <dl className={css.report}>
            <div>
              <dt>{text('alerts.report.user')}</dt>
              <dd className={css.user}>
                <Avatar person={report.sender} size={36} />
                {report.sender.fullName}
              </dd>
            </div>
            <div>
              <dt>{text('alerts.report.time')}</dt>
              <dd>
                <time dateTime={report.createdAt}>{dateTime(report.createdAt, language)}</time>
              </dd>
            </div>
            <div>
              <dt>{text('alerts.report.message')}</dt>
              <dd className={css.words}>{report.text}</dd>
            </div>
          </dl>
          {more.length > 0 && <p className={css.more}>{text('alerts.report.more', { count: more.length })}</p>}
          <div className={css.keys}>
            <Button variant="default" onClick={close}>
              {text('alerts.report.close')}
            </Button>
            <Button onClick={() => reply(report)}>{text('alerts.report.reply')}</Button>
          </div>
        </>
      )}
    </Dialog>
  )
}
