import { IconCheck, IconMessage } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { AlertForViewer } from '@noroshi/contract/alerts/alerts.http'
import { stageOf } from '@noroshi/contract/alerts/handling'
import { useLanguage, useText } from '../../../platform/language/i18n.ts'
import { age } from '../../../platform/language/time.ts'
import { paths } from '../../../platform/paths/paths.ts'
import { useNow } from '../../../platform/use-now.ts'
import { Avatar } from '../../../shared/people/avatar.tsx'
import { Tag } from '../../../ui/layout/tag.tsx'
import { originText } from '../alert-origin.ts'
import { raiserName, summaryOf } from '../alert-texts.ts'
import { HandlingTags } from '../handling/handling-tags.tsx'
import { RaiserContact } from '../handling/raiser-contact.tsx'
import { useHasUnseen } from '../thread-marks.ts'
import css from './board.module.css'
import { useWhere } from './use-where.ts'

interface Props {
  alert: AlertForViewer
  isCurrent: boolean
  /** Called when the row gets the focus, or the pointer points at it. */
  onPoint?: ((alertId: string) => void) | undefined
}

/** An alert on the board: who, what, where, since when, and who helps. */
export function BoardRow({ alert, isCurrent, onPoint }: Props) {
  const text = useText()
  const language = useLanguage()
  const now = useNow()
  const where = useWhere(alert)
  const hasNewChat = useHasUnseen(alert.alertMessageThread.MessageThreadId)
  const isActive = alert.resolvedAt === null
  const origin = originText(alert, text, language)
  return (
    <Link
      to={paths.alert}
      params={{ alertId: alert.id, messageThreadId: alert.alertMessageThread.MessageThreadId }}
      className={css.row}
      data-alert={alert.id}
      data-unattended={(isActive && !alert.isDrill && stageOf(alert) === 'unattended') || undefined}
      data-current={isCurrent || undefined}
      onFocus={() => onPoint?.(alert.id)}
    >
      <Avatar person={alert.raisedBy} size={40} />
      <span className={css.facts}>
        <b className={css.name} translate={alert.raisedBy === null ? undefined : 'no'}>
          {raiserName(alert, text)}
        </b>
        <span className={css.summary}>{summaryOf(alert, text)}</span>
        <span className={css.where}>
          <time dateTime={alert.createdAt}>{age(alert.createdAt, now, language)}</time>
          {origin !== null && <span translate="no">{origin}</span>}
          {where.map((part) => (
            <span key={part}>{part}</span>
          ))}
        </span>
        <RaiserContact alert={alert} className={css.where} />
        <span className={css.tags}>
          {isActive ? (
            <Responders alert={alert} />
          ) : (
            <Tag tone="ok" icon={<IconCheck size={15} stroke={2.5} aria-hidden="true" />}>
              {text('alerts.resolved')}
            </Tag>
          )}
          {hasNewChat && (
            <Tag tone="accent" icon={<IconMessage size={15} stroke={2} aria-hidden="true" />}>
              {text('alerts.board.newChat')}
            </Tag>
          )}
          <HandlingTags alert={alert} />
        </span>
      </span>
    </Link>
  )
}

/** '2 responding', or in amber that no one responds yet. */
function Responders({ alert }: { alert: AlertForViewer }) {
  const text = useText()
  const { responding } = alert.counts
  return responding > 0 ? (
    <Tag tone="ok">{text('alerts.board.responding', { count: responding })}</Tag>
  ) : (
    <Tag tone="warn">{text('alerts.board.noOneYet')}</Tag>
  )
}
