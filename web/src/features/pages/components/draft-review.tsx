import { Button } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { Page } from '@noroshi/contract/pages/pages.http'
import { isGone } from '../../../platform/connection/http-errors.ts'
import { useText } from '../../../platform/language/i18n.ts'
import { EmptyState, ErrorState } from '../../../ui/states/states.tsx'
import { useComparison } from '../drafts.queries.ts'
import css from './drafts.module.css'
import { PageSkeleton } from './page-skeleton.tsx'
import { ReviewPanel } from './review-panel.tsx'

interface Props {
  page: Page
  draftId: string
  /** Returns to the list and keeps the review. */
  onBack: () => void
  onDone: () => void
}

/** Loads a draft for review with its base and the published content. */
export function DraftReview({ page, draftId, onBack, onDone }: Props) {
  const text = useText()
  const { comparison, error, refetch } = useComparison(page.id, draftId)
  const endedText = isGone(error) ? 'drafts.draftGone' : comparison && endedTexts[comparison.draft.status]
  // Unsaved remarks and edits stay on the screen when another user ends the draft.
  const [hasUnsaved, setHasUnsaved] = useState(false)
  let content: ReactNode = <PageSkeleton />
  if (endedText && !hasUnsaved)
    content = <EmptyState title={text(endedText)} action={<Button onClick={onDone}>{text('drafts.backToRequests')}</Button>} />
  else if (comparison)
    content = <ReviewPanel comparison={comparison} endedBy={endedText || null} onUnsaved={setHasUnsaved} onDone={onDone} />
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

/** Texts for a draft that no longer awaits approval. */
const endedTexts = {
  pending: null,
  approved: 'drafts.reviewedMeanwhile',
  rejected: 'drafts.reviewedMeanwhile',
  discarded: 'drafts.withdrawnMeanwhile',
} as const
