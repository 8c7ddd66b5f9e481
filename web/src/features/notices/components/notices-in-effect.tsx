import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { OfficialNotice } from '@noroshi/contract/notices/notices.http'
import { useLanguage, useText } from '../../../platform/language/i18n.ts'
import { fullDateTime } from '../../../platform/language/time.ts'
import { paths } from '../../../platform/paths/paths.ts'
import { Card } from '../../../ui/layout/card.tsx'
import entries from '../../../ui/layout/entries.module.css'
import { NoticeTags } from './notice-tags.tsx'
import css from './notices.module.css'

/** Notices on home. */
const SHOWN = 2

/** The card of home with the official notices in effect. */
export function NoticesInEffect({ notices, now }: { notices: readonly OfficialNotice[]; now: Date }) {
  const text = useText()
  const language = useLanguage()
  return (
    <Card className={css.card}>
      <h2>{text('notices.title')}</h2>
      <ul className={css.lines}>
        {notices.slice(0, SHOWN).map((notice) => (
          <li key={notice.id}>
            <NoticeTags notice={notice} now={now} />
            <b {...(notice.language !== null && { lang: notice.language })}>{notice.headline}</b>
            <p className={entries.quiet}>
              {text('notices.sent', { time: fullDateTime(notice.sentAt, language), publisher: notice.publisher })}
            </p>
          </li>
        ))}
      </ul>
      {notices.length > SHOWN && <p>{text('notices.more', { count: notices.length - SHOWN })}</p>}
      <Button component={Link} to={paths.notices} variant="default">
        {text('notices.all')}
      </Button>
    </Card>
  )
}
