import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { OfficialNotice } from '@noroshi/contract/notices/notices.http'
import { useLanguage, useText } from '../../../platform/language/i18n.ts'
import { fullDateTime } from '../../../platform/language/time.ts'
import { paths } from '../../../platform/paths/paths.ts'
import { useNow } from '../../../platform/use-now.ts'
import plate from '../../../shared/places/place-plate.module.css'
import { NoticeTags } from './notice-tags.tsx'
import css from './notices.module.css'

/** An official notice over the map, in short. */
export function NoticePlate({ notice, onClose }: { notice: OfficialNotice; onClose: () => void }) {
  const text = useText()
  const language = useLanguage()
  const now = useNow()
  const { headline, publisher, sentAt, expiresAt, status } = notice
  return (
    <section className={`${plate.plate} ${css.plate}`} data-status={status} aria-label={headline} role="status">
      <div className={plate.head}>
        <b {...(notice.language !== null && { lang: notice.language })}>{headline}</b>
        <ActionIcon aria-label={text('places.close', { name: headline })} title={text('map.close')} onClick={onClose}>
          <IconX size={20} stroke={2} aria-hidden="true" />
        </ActionIcon>
      </div>
      <NoticeTags notice={notice} now={now} />
      <span>{text('notices.sent', { time: fullDateTime(sentAt, language), publisher })}</span>
      <span>{text('notices.until', { time: fullDateTime(expiresAt, language) })}</span>
      <Link to={paths.notices}>{text('notices.all')}</Link>
    </section>
  )
}
