import { IconCheck, IconClock, IconX } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import type { FeedPostForViewer } from '@noroshi/contract/feeds/posts.http'
import { useText } from '../../../platform/language/i18n.ts'
import { useCurrentUser } from '../../../platform/session/current-user.ts'
import { Tag } from '../../../ui/layout/tag.tsx'
import { statusOf } from '../post-texts.ts'
import css from './post-status-tag.module.css'

const ReviewDetails = lazy(() => import('./review-details.tsx').then(({ ReviewDetails: details }) => ({ default: details })))

const states = {
  pending: { tone: 'warn', icon: IconClock },
  approved: { tone: 'ok', icon: IconCheck },
  rejected: { tone: 'warn', icon: IconX },
} as const

/** Status of the review. Shown on unapproved posts, and on the user's own posts in a moderated feed. */
export function PostStatusTag({ post, isModerated }: { post: FeedPostForViewer; isModerated: boolean }) {
  const text = useText()
  const viewer = useCurrentUser()
  const [isOpen, setOpen] = useState(false)
  const isMine = viewer?.id === post.CreatedByUserId
  if (post.isApproved === true && !(isMine && isModerated)) return null
  const status = statusOf(post)
  const { tone, icon: Icon } = states[status]
  return (
    <div className={css.status}>
      <Tag tone={tone} icon={<Icon size={16} stroke={2} aria-hidden="true" />}>
        {text(`posts.${status}`)}
      </Tag>
      {post.viewer.review?.reviewedAt && (
        <button type="button" className={css.details} aria-haspopup="dialog" onClick={() => setOpen(true)}>
          {text('posts.reviewDetails')}
        </button>
      )}
      {isOpen && (
        <Suspense>
          <ReviewDetails post={post} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}
