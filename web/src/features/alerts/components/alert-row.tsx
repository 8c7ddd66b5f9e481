import { IconCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Alert } from '@noroshi/contract/alerts/alerts.http'
import { useLanguage, useText } from '../../../platform/language/i18n.ts'
import { paths } from '../../../platform/paths/paths.ts'
import { dateTime } from '../../../platform/language/time.ts'
import { Avatar } from '../../../shared/people/avatar.tsx'
import { Tag } from '../../../ui/layout/tag.tsx'
import { originText } from '../alert-origin.ts'
import { raiserName, summaryOf } from '../alert-texts.ts'
import css from './alert-list.module.css'

/** One alert in a list: raiser, time, summary and status. */
export function AlertRow({ alert, isCurrent }: { alert: Alert; isCurrent: boolean }) {
  const text = useText()
  const language = useLanguage()
  const isActive = alert.resolvedAt === null
  const origin = originText(alert, text, language)
  return (
    <Link
      to={paths.alert}
      params={{ alertId: alert.id, messageThreadId: alert.alertMessageThread.MessageThreadId }}
      className={css.item}
      data-active={isActive || undefined}
      data-current={isCurrent || undefined}
    >
      <Avatar person={alert.raisedBy} size={44} />
      <span className={css.facts}>
        <b className="one-line" translate={alert.raisedBy === null ? undefined : 'no'}>
          {raiserName(alert, text)}
        </b>
        <time dateTime={alert.createdAt}>{dateTime(alert.createdAt, language)}</time>
        {origin !== null && (
          <span className={css.origin} translate="no">
            {origin}
          </span>
        )}
        <span className="one-line">{summaryOf(alert, text)}</span>
        {isActive ? (
          <Tag tone={alert.isDrill ? 'warn' : 'sos'}>{text(alert.isDrill ? 'alerts.drill' : 'alerts.active')}</Tag>
        ) : (
          <Tag tone="ok" icon={<IconCheck size={15} stroke={2.5} aria-hidden="true" />}>
            {text('alerts.resolved')}
          </Tag>
        )}
      </span>
    </Link>
  )
}
