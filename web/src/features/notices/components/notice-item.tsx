import type { OfficialNotice } from '@noroshi/contract/notices/notices.http'
import { useLanguage, useText } from '../../../platform/language/i18n.ts'
import { listText } from '../../../platform/language/list-text.ts'
import { fullDateTime } from '../../../platform/language/time.ts'
import entries from '../../../ui/layout/entries.module.css'
import { NoticeTags } from './notice-tags.tsx'
import css from './notices.module.css'

/** An official notice with its source and its times. Its texts are as the authority wrote them. */
export function NoticeItem({ notice, now }: { notice: OfficialNotice; now: Date }) {
  const text = useText()
  const language = useLanguage()
  const { headline, description, areas, publisher, sourceName, sentAt, receivedAt, expiresAt, status } = notice
  const written = notice.language === null ? {} : { lang: notice.language }
  return (
    <article className={`${entries.entry} ${css.notice}`} data-status={status}>
      <NoticeTags notice={notice} now={now} />
      <h3 className={entries.title} {...written}>
        {headline}
      </h3>
      {description !== '' && (
        <p className={entries.body} {...written}>
          {description}
        </p>
      )}
      {areas.length > 0 && <p {...written}>{text('notices.areas', { areas: listText(areas, language) })}</p>}
      <p>{text('notices.sent', { time: fullDateTime(sentAt, language), publisher })}</p>
      <p className={entries.quiet}>{text('notices.until', { time: fullDateTime(expiresAt, language) })}</p>
      <p className={entries.quiet}>
        {text('notices.received', { time: fullDateTime(receivedAt, language), source: sourceName })}
      </p>
    </article>
  )
}
