import type { OfficialNotice } from '@noroshi/contract/notices/notices.http'
import { useLanguage, useText } from '../../../platform/language/i18n.ts'
import { fullDateTime } from '../../../platform/language/time.ts'
import { NoticeTags } from './notice-tags.tsx'
import css from './notices.module.css'

/** An official notice with its source and its times. Its texts are as the authority wrote them. */
export function NoticeItem({ notice, now }: { notice: OfficialNotice; now: Date }) {
  const text = useText()
  const language = useLanguage()
  const { headline, description, areas, publisher, sourceName, sentAt, receivedAt, expiresAt, status } = notice
  const written = notice.language === null ? {} : { lang: notice.language }
  return (
    <article className={css.notice} data-status={status}>
      <NoticeTags notice={notice} now={now} />
      <h3 {...written}>{headline}</h3>
      {description !== '' && (
        <p className={css.description} {...written}>
          {description}
        </p>
      )}
      {areas.length > 0 && <p {...written}>{text('notices.areas', { areas: areas.join('、') })}</p>}
      <p>{text('notices.sent', { time: fullDateTime(sentAt, language), publisher })}</p>
      <p className={css.quiet}>{text('notices.until', { time: fullDateTime(expiresAt, language) })}</p>
      <p className={css.quiet}>{text('notices.received', { time: fullDateTime(receivedAt, language), source: sourceName })}</p>
    </article>
  )
}
