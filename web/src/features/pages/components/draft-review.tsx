import { Button } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Page } from '@noroshi/contract/pages/pages.http'
import { isGone } from '../../../platform/http-errors.ts'
import { useText } from '../../../platform/i18n.ts'
import { EmptyState, ErrorState } from '../../../ui/states.tsx'
import { comparisonQuery } from '../drafts.queries.ts'
import css from './drafts.module.css'
import { PageSkeleton } from './page-skeleton.tsx'
import { ReviewPanel } from './review-panel.tsx'

interface Props {
  page: Page
  draftId: string
  /** To the list, to come back later. */
  onBack: () => void
  onDone: () => void
}

/** One draft to review, beside what it began from and what is published. */
export function DraftReview({ page, draftId, onBack, onDone }: Props) {
  const text = useText()
  const { data, error, refetch } = useQuery(comparisonQuery(page.id, draftId))
  const gone = isGone(error) ? 'drafts.draftGone' : data && statusNews[data.draft.status]
  let content: ReactNode = <PageSkeleton />
  if (gone) content = <EmptyState title={text(gone)} action={<Button onClick={onDone}>{text('drafts.backToRequests')}</Button>} />
  else if (data) content = <ReviewPanel comparison={data} onDone={onDone} />
  else if (error) content = <ErrorState error={error} onRetry={() => void refetch()} />
  return (
    <section className={css.review}>
      <Button
        className={css.back}
        variant="subtle"
        leftSection={<IconArrowLeft size={20} stroke={2} aria-hidden="true" />}
        onClick={onBack}
      >
        {text('drafts.backToRequests')}
      </Button>
      {content}
    </section>
  )
}

/** What to say of a draft that waits no more. */
const statusNews = {
  pending: null,
  approved: 'drafts.reviewedMeanwhile',
  rejected: 'drafts.reviewedMeanwhile',
  discarded: 'drafts.takenBackMeanwhile',
} as const
