import { useQuery } from '@tanstack/react-query'
import type { OfficialNotice } from '@noroshi/contract/notices/notices.http'
import { NoticeItem } from '../features/notices/components/notice-item.tsx'
import css from '../features/notices/components/notices.module.css'
import { noticesQuery } from '../features/notices/notices.queries.ts'
import { orderNotices } from '../features/notices/order-notices.ts'
import { useText } from '../platform/language/i18n.ts'
import { useNow } from '../platform/use-now.ts'
import cards from '../ui/layout/cards.module.css'
import entries from '../ui/layout/entries.module.css'
import { Screen } from '../ui/layout/screen.tsx'
import { EmptyState, ErrorState, ListSkeleton } from '../ui/states/states.tsx'
import './notices-live.ts'

/** The official notices: those in effect, then the earlier ones. */
export function NoticesScreen() {
  const text = useText()
  return (
    <Screen title={text('notices.title')}>
      <Notices />
    </Screen>
  )
}

function Notices() {
  const text = useText()
  const now = useNow()
  const { data, error, refetch } = useQuery(noticesQuery)
  if (!data) {
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} title={text('notices.loadFailed')} />
    ) : (
      <ListSkeleton />
    )
  }
  if (data.items.length === 0) return <EmptyState title={text('notices.none')} note={text('notices.noneNote')} />
  const { inEffect, earlier } = orderNotices(data.items, now)
  return (
    <div className={cards.column}>
      <p className={entries.quiet}>{text('notices.about')}</p>
      <h2 className={css.heading}>{text('notices.inEffect')}</h2>
      {inEffect.length === 0 ? <p>{text('notices.noneInEffect')}</p> : <List notices={inEffect} now={now} />}
      {earlier.length > 0 && (
        <>
          <h2 className={css.heading}>{text('notices.earlier')}</h2>
          <List notices={earlier} now={now} />
        </>
      )}
    </div>
  )
}

const List = ({ notices, now }: { notices: readonly OfficialNotice[]; now: Date }) => (
  <ul className={entries.list}>
    {notices.map((notice) => (
      <li key={notice.id}>
        <NoticeItem notice={notice} now={now} />
      </li>
    ))}
  </ul>
)
