import { Button } from '@mantine/core'
import { useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import type { Message } from '@noroshi/contract/messaging/messaging.http'
import { summaryOf } from '../features/messaging/thread-texts.ts'
import { useLanguage, useText } from '../platform/language/i18n.ts'
import { nameOf } from '../platform/language/person-name.ts'
import { isFreeToFocus } from '../platform/forms/text-field.ts'
import { dateTime } from '../platform/language/time.ts'
import { KEY_GUARD_MS } from '../platform/tuning.ts'
import { Avatar } from '../shared/people/avatar.tsx'
import { useFocusByF6 } from '../ui/dialogs/focus-by-f6.ts'
import { suppressKey } from '../ui/forms/key-guard.ts'
import css from './status-report.module.css'
import { useGuard } from './use-guard.ts'

/** Milliseconds for which a new report ignores clicks and taps: they were meant for the page below. */
const TAP_GUARD_MS = 500

interface Props {
  report: Message
  /** Whether the report is about a drill. */
  isDrill: boolean
  /** Reports in the queue behind this one. */
  moreCount: number
  onClose: () => void
  onReply: () => void
}

/**
 * One report above the page. It is not modal: the user can continue typing, and the composer stays visible. A click or
 * a tap marks it as seen, as does a key press on a button that the user focused after {@link KEY_GUARD_MS}. Escape does
 * nothing. The title takes the focus if no control has it. Otherwise the report is announced, and F6 moves the focus to
 * it.
 */
export function StatusReportDialog({ report, isDrill, moreCount, onClose, onReply }: Props) {
  const text = useText()
  const language = useLanguage()
  const title = useRef<HTMLHeadingElement>(null)
  const isKeyGuarded = useGuard(report.id, KEY_GUARD_MS)
  const isTapGuarded = useGuard(report.id, TAP_GUARD_MS)
  const [isAnnounced] = useState(() => !isFreeToFocus(document.activeElement))
  useFocusByF6(title, !isAnnounced)
  const button = { tabIndex: isKeyGuarded ? -1 : 0, 'aria-disabled': isTapGuarded || undefined }
  return createPortal(
    <>
      <section
        role="dialog"
        aria-labelledby="report-title"
        aria-describedby="report-facts"
        className={css.dialog}
        onKeyDownCapture={(event) => isKeyGuarded && suppressKey(event)}
        onKeyUpCapture={(event) => isKeyGuarded && suppressKey(event)}
      >
        <h2 id="report-title" ref={title} tabIndex={-1}>
          {text(isDrill ? 'alerts.drill.report' : 'alerts.report.title')}
        </h2>
        <dl className={css.report} id="report-facts">
          <div>
            <dt>{text('alerts.report.user')}</dt>
            <dd className={css.user}>
              <Avatar person={report.sender} size={36} />
              <span translate="no">{nameOf(report.sender)}</span>
            </dd>
          </div>
          <div>
            <dt>{text('alerts.report.time')}</dt>
            <dd>
              <time dateTime={report.createdAt}>{dateTime(report.createdAt, language)}</time>
            </dd>
          </div>
          <div className={css.message}>
            <dt>{text('alerts.report.message')}</dt>
            <dd className={css.text}>{summaryOf(report, text)}</dd>
          </div>
        </dl>
        {moreCount > 0 && <p className={css.more}>{text('alerts.report.more', { count: moreCount })}</p>}
        <div className={css.buttons}>
          <Button variant="default" {...button} onClick={() => isTapGuarded || onClose()}>
            {text('alerts.report.close')}
          </Button>
          <Button {...button} onClick={() => isTapGuarded || onReply()}>
            {text('alerts.report.reply')}
          </Button>
        </div>
      </section>
      <p className="visually-hidden" role="alert">
        {isAnnounced && text('alerts.report.arrived', { name: nameOf(report.sender) })}
      </p>
    </>,
    document.body,
  )
}
