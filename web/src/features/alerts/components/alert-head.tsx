import { Button } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { AlertForViewer } from '@noroshi/contract/alerts/alerts.http'
import { useLanguage, useText } from '../../../platform/language/i18n.ts'
import { paths } from '../../../platform/paths/paths.ts'
import { dateTime } from '../../../platform/language/time.ts'
import { Avatar } from '../../../shared/people/avatar.tsx'
import { ResolvedBadge } from '../../../shared/alerts/resolved-badge.tsx'
import { Tag } from '../../../ui/layout/tag.tsx'
import { useCurrentUser } from '../../../platform/session/current-user.ts'
import { nameOf } from '../../../platform/language/person-name.ts'
import { originText, unitOf } from '../alert-origin.ts'
import { raiserName } from '../alert-texts.ts'
import css from './alert-head.module.css'

/** The raiser, the time and the text of an alert; for a resolved one also who resolved it. */
export function AlertHead({ alert }: { alert: AlertForViewer }) {
  const text = useText()
  const language = useLanguage()
  const reader = useCurrentUser()
  const { raisedBy, raisedFor, createdAt, resolvedAt, textContent } = alert
  const [unit, origin] = [unitOf(alert, text), originText(alert, text, language)]
  const isName = raisedBy !== null && !raisedFor && !alert.isDrill
  return (
    <>
      {resolvedAt !== null && <Resolved alert={alert} resolvedAt={resolvedAt} />}
      <div className={css.head}>
        <Avatar person={raisedBy} size={52} />
        <div>
          <h2>
            <span translate={isName ? 'no' : undefined}>{raiserName(alert, text)}</span>
            {alert.isDrill && <Tag tone="warn">{text('alerts.drill')}</Tag>}
            {resolvedAt === null && !alert.isDrill && <Tag tone="sos">{text('alerts.active')}</Tag>}
            {alert.isMuted && <Tag tone="warn">{text('alerts.muted')}</Tag>}
          </h2>
          <p>
            <time dateTime={createdAt}>{dateTime(createdAt, language)}</time>
          </p>
          {origin !== null && <p translate="no">{origin}</p>}
        </div>
        {/* Only for the alert of another person; visitors cannot read profiles, and people of other units have none here. */}
        {unit === null && raisedBy && reader && raisedBy.id !== reader.id && (
          <Button
            variant="default"
            className={css.profile}
            renderRoot={(link) => <Link {...link} to={paths.profile} params={{ userId: raisedBy.id }} />}
          >
            {text('profile.view')}
          </Button>
        )}
      </div>
      {alert.isDrill && (
        <p className={css.drill}>
          {text('alerts.drill.note')} {text('alerts.drill.deleted')}
        </p>
      )}
      {textContent !== '' && <p className={css.text}>{textContent}</p>}
      {unit !== null && <p className={css.note}>{text('alerts.fromUnitNote', { unit })}</p>}
      {alert.isMuted && alert.viewer.holdsToken && resolvedAt === null && <p>{text('alerts.mutedRaiser')}</p>}
    </>
  )
}

function Resolved({ alert: { resolvedBy }, resolvedAt }: { alert: AlertForViewer; resolvedAt: string }) {
  const text = useText()
  const language = useLanguage()
  return (
    <div className={css.resolved}>
      <ResolvedBadge icon={<IconCheck size={20} stroke={2.5} aria-hidden="true" />}>{text('alerts.resolved')}</ResolvedBadge>
      <p>
        {text('alerts.resolvedBy')}{' '}
        <b translate={resolvedBy ? 'no' : undefined}>{nameOf(resolvedBy) || text('alerts.anonymous')}</b>
        <br />
        <time dateTime={resolvedAt}>{dateTime(resolvedAt, language)}</time>
      </p>
    </div>
  )
}
