import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import type { PageDraft } from '@noroshi/contract/pages/drafts.http'
import type { Page } from '@noroshi/contract/pages/pages.http'
import { useLanguage, useText } from '../../../platform/language/i18n.ts'
import { nameOf } from '../../../platform/language/person-name.ts'
import { dateTime } from '../../../platform/language/time.ts'
import { Avatar } from '../../../shared/people/avatar.tsx'
import { LoadMore } from '../../../ui/layout/load-more.tsx'
import { EmptyState, ErrorState, ListSkeleton } from '../../../ui/states/states.tsx'
import { Tag } from '../../../ui/layout/tag.tsx'
import { pendingDrafts } from '../drafts.queries.ts'
import type { OpenPage } from '../use-page.ts'
import { DraftReview } from './draft-review.tsx'
import css from './drafts.module.css'

/** Drafts that await approval, and their reviews. A review keeps its state while the user returns to the list. */
export function DraftRequests({ open: { page } }: { open: OpenPage }) {
  const [openedIds, setOpenedIds] = useState<readonly string[]>([])
  const [shownId, setShownId] = useState<string | null>(null)
  const review = (id: string) => {
    setOpenedIds(openedIds.includes(id) ? openedIds : [...openedIds, id])
    setShownId(id)
  }
  const end = (id: string) => {
    setOpenedIds((known) => known.filter((other) => other !== id))
    setShownId(null)
  }
  return (
    <>
      {shownId === null && <RequestList page={page} onReview={review} />}
      {openedIds.map((id) => (
        <div key={id} hidden={id !== shownId}>
          <DraftReview page={page} draftId={id} onBack={() => setShownId(null)} onDone={() => end(id)} />
        </div>
      ))}
    </>
  )
}

function RequestList({ page, onReview }: { page: Page; onReview: (draftId: string) => void }) {
  const text = useText()
  const { items: drafts, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = pendingDrafts.useItems(page.id)
  if (!drafts) {
    if (!error) return <ListSkeleton />
    return <ErrorState error={error} onRetry={() => void refetch()} title={text('drafts.requestsFailed')} />
  }
  if (drafts.length === 0 && !hasNextPage)
    return <EmptyState title={text('drafts.noRequests')} note={text('drafts.noRequestsNote')} />
  return (
    <>
      <ul className={css.list}>
        {drafts.map((draft) => (
          <RequestCard
            key={draft.id}
            draft={draft}
            isBehind={draft.baseRevision < page.revision}
            onReview={() => onReview(draft.id)}
          />
        ))}
      </ul>
      {hasNextPage && <LoadMore label={text('drafts.more')} isLoading={isFetchingNextPage} onMore={() => void fetchNextPage()} />}
    </>
  )
}

function RequestCard({ draft, isBehind, onReview }: { draft: PageDraft; isBehind: boolean; onReview: () => void }) {
  const text = useText()
  const language = useLanguage()
  return (
    <li className={css.card}>
      <div className={css.head}>
        <Avatar person={draft.draftedBy} size={44} />
        <span className={css.who}>
          <span translate="no">{nameOf(draft.draftedBy)}</span>
          <br />
          <span className={css.meta}>{text('drafts.submittedAt', { when: dateTime(draft.createdAt, language) })}</span>
        </span>
        {isBehind && (
          <Tag tone="warn" icon={<IconAlertTriangle size={16} stroke={2} aria-hidden="true" />}>
            {text('drafts.isBehind')}
          </Tag>
        )}
      </div>
      <p className={css.excerpt}>{draft.excerpt || text('drafts.empty')}</p>
      <div className={css.buttons}>
        <Button onClick={onReview}>{text('drafts.review')}</Button>
      </div>
    </li>
  )
}
