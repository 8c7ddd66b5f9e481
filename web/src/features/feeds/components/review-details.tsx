import type { FeedPostForViewer } from '@noroshi/contract/feeds/posts.http'
import { useLanguage, useText } from '../../../platform/language/i18n.ts'
import { nameOf } from '../../../platform/language/person-name.ts'
import { fullDateTime } from '../../../platform/language/time.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { statusOf } from '../post-texts.ts'
import css from './review-details.module.css'

/** Reviewer, time and remarks of a post's review. */
export function ReviewDetails({ post, onClose }: { post: FeedPostForViewer; onClose: () => void }) {
  const text = useText()
  const language = useLanguage()
  const { review } = post.viewer
  return (
    <Dialog isOpen onClose={onClose} title={text('posts.reviewDetails')}>
      <dl className={css.facts}>
        <dt>{text('posts.reviewStatus')}</dt>
        <dd>{text(`posts.${statusOf(post)}`)}</dd>
        {review?.reviewedBy && (
          <>
            <dt>{text('posts.reviewedBy')}</dt>
            <dd translate="no">{nameOf(review.reviewedBy)}</dd>
          </>
        )}
        {review?.reviewedAt && (
          <>
            <dt>{text('posts.reviewedAt')}</dt>
            <dd>{fullDateTime(review.reviewedAt, language)}</dd>
          </>
        )}
        <dt>{text('posts.remarks')}</dt>
        <dd>{review?.reviewRemarks || text('posts.noRemarks')}</dd>
      </dl>
    </Dialog>
  )
}
