import { Button } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { AlertForViewer } from '@noroshi/contract/alerts/alerts.http'
import { useLanguage, useText } from '../../../platform/i18n.ts'
import { paths } from '../../../platform/paths.ts'
import { dateTime } from '../../../platform/time.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Ribbon } from '../../../ui/ribbon.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { useReader } from '../../../platform/reader.ts'
import css from './alert-head.module.css'

/** Who raised it and when; once it is over, who said so. The words come right after. */
export function AlertHead({ alert }: { alert: AlertForViewer }) {
  const text = useText()
  const language = useLanguage()
  const reader = useReader()
  const { raisedBy, createdAt, resolvedAt, textContent } = alert
  return (
    <>
      {resolvedAt !== null && <Resolved alert={alert} resolvedAt={resolvedAt} />}
      <div className={css.head}>
        <Avatar person={raisedBy} size={52} />
        <div>
          <h2>
            {raisedBy?.fullName || text('alerts.anonymous')}
            {resolvedAt === null && <Tag tone="sos">{text('alerts.active')}</Tag>}
          </h2>
          <p>
            <time dateTime={createdAt}>{dateTime(createdAt, language)}</time>
          </p>
        </div>
        {/* Somebody else's alert; profiles are for whoever is signed in. */}
        {raisedBy && reader && raisedBy.id !== reader.id && (
          <Button
            variant="default"
            className={css.profile}
            renderRoot={(link) => <Link {...link} to={paths.profile} params={{ userId: raisedBy.id }} />}
          >
            {text('profile.view')}
          </Button>
        )}
      </div>
      {textContent !== '' && <p className={css.words}>{textContent}</p>}
    </>
  )
}

function Resolved({ alert: { resolvedBy }, resolvedAt }: { alert: AlertForViewer; resolvedAt: string }) {
  const text = useText()
  const language = useLanguage()
  return (
    <div className={css.resolved}>
      <Ribbon icon={<IconCheck size={20} stroke={2.5} aria-hidden="true" />}>{text('alerts.resolved')}</Ribbon>
      <p>
        {text('alerts.resolvedBy')} <b>{resolvedBy?.fullName || text('alerts.Anonymous')}</b>
        <br />
        <time dateTime={resolvedAt}>{dateTime(resolvedAt, language)}</time>
      </p>
    </div>
  )
}
