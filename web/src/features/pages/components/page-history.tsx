import { Button } from '@mantine/core'
import { IconArrowLeft, IconHistory } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Page, PageRevision } from '@noroshi/contract/pages/pages.http'
import { useLanguage, useText } from '../../../platform/language/i18n.ts'
import { nameOf } from '../../../platform/language/person-name.ts'
import { dateTime } from '../../../platform/language/time.ts'
import { LoadMore } from '../../../ui/layout/load-more.tsx'
import { ErrorState, ListSkeleton } from '../../../ui/states/states.tsx'
import { Tag } from '../../../ui/layout/tag.tsx'
import { revisionsQuery } from '../drafts.queries.ts'
import css from './drafts.module.css'
import { RevisionView } from './revision-view.tsx'

/** Published revisions of a page, newest first. A revision opens with its changes and can be restored. */
export function PageHistory({ page, onBack }: { page: Page; onBack: () => void }) {
  const text = useText()
  const [opened, setOpened] = useState<number | null>(null)
  const query = useInfiniteQuery(revisionsQuery(page.id))
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = query
  const revisions = data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <section className={css.review} aria-labelledby="history-title">
      <Button
        className={css.back}
        variant="subtle"
        leftSection={<IconArrowLeft size={20} stroke={2} aria-hidden="true" />}
        onClick={opened === null ? onBack : () => setOpened(null)}
      >
        {text(opened === null ? 'drafts.backToContent' : 'drafts.allVersions')}
      </Button>
      <h2 id="history-title">{opened === null ? text('drafts.history') : text('drafts.older', { revision: opened })}</h2>
      {opened !== null && <RevisionView key={opened} page={page} revision={opened} onDone={() => setOpened(null)} />}
      {opened === null && !data && !error && <ListSkeleton />}
      {opened === null && !data && error && (
        <ErrorState error={error} onRetry={() => void refetch()} title={text('drafts.historyFailed')} />
      )}
      {opened === null && (
        <ul className={css.list}>
          {revisions.map((revision) => (
            <RevisionCard key={revision.revision} of={revision} page={page} onOpen={() => setOpened(revision.revision)} />
          ))}
        </ul>
      )}
      {opened === null && hasNextPage && (
        <LoadMore label={text('drafts.more')} isLoading={isFetchingNextPage} onMore={() => void fetchNextPage()} />
      )}
    </section>
  )
}

function RevisionCard({ of, page, onOpen }: { of: PageRevision; page: Page; onOpen: () => void }) {
  const text = useText()
  const language = useLanguage()
  const { revision, publishedBy, publishedAt, draftedBy, restoredFrom } = of
  return (
    <li className={css.card}>
      <div className={css.head}>
        <span className={css.who}>{text('drafts.older', { revision })}</span>
        {revision === page.revision && <Tag tone="ok">{text('drafts.publishedNow')}</Tag>}
      </div>
      <p className={css.meta}>
        {text('drafts.publishedBy', { name: nameOf(publishedBy), when: dateTime(publishedAt, language) })}
      </p>
      {draftedBy && <p className={css.meta}>{text('drafts.draftedBy', { name: nameOf(draftedBy) })}</p>}
      {restoredFrom !== null && (
        <p className={css.meta}>
          <IconHistory size={16} stroke={2} aria-hidden="true" /> {text('drafts.restoredFrom', { revision: restoredFrom })}
        </p>
      )}
      <div className={css.buttons}>
        <Button variant="default" aria-label={`${text('drafts.view')}: ${text('drafts.older', { revision })}`} onClick={onOpen}>
          {text('drafts.view')}
        </Button>
      </div>
    </li>
  )
}
