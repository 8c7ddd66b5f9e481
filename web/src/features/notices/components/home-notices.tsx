import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useLanguage, useText } from '../../../platform/language/i18n.ts'
import { fullDateTime } from '../../../platform/language/time.ts'
import { paths } from '../../../platform/paths/paths.ts'
import { useNow } from '../../../platform/use-now.ts'
import { Card } from '../../../ui/layout/card.tsx'
import entries from '../../../ui/layout/entries.module.css'
import { noticesQuery } from '../notices.queries.ts'
import { orderNotices } from '../order-notices.ts'
import { NoticeTags } from './notice-tags.tsx'
import css from './notices.module.css'

/** Notices on home. */
const SHOWN = 2

/** The card of home with the official notices in effect; nothing without one. */
export function HomeNotices() {
  const text = useText()
  const language = useLanguage()
  const now = useNow()
  const { data } = useQuery(noticesQuery)
  const { inEffect } = orderNotices(data?.items ?? [], now)
  if (inEffect.length === 0) return null
  return (
    <Card className={css.card}>
      <h2>{text('notices.title')}</h2>
      <ul className={css.lines}>
        {inEffect.slice(0, SHOWN).map((notice) => (
          <li key={notice.id}>
            <NoticeTags notice={notice} now={now} />
            <b {...(notice.language !== null && { lang: notice.language })}>{notice.headline}</b>
            <p className={entries.quiet}>
              {text('notices.sent', { time: fullDateTime(notice.sentAt, language), publisher: notice.publisher })}
            </p>
          </li>
        ))}
      </ul>
      {inEffect.length > SHOWN && <p>{text('notices.more', { count: inEffect.length - SHOWN })}</p>}
      <Button component={Link} to={paths.notices} variant="default">
        {text('notices.all')}
      </Button>
    </Card>
  )
}
