import { IconClock, IconHeart, IconHeartFilled } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import type { FeedPostForViewer } from '@noroshi/contract/feeds/posts.http'
import { useText } from '../../../platform/language/i18n.ts'
import { useAccessToken } from '../../../platform/session/session.ts'
import { toastWarning } from '../../../ui/states/toast.tsx'
import { setLiked, useShownLike } from '../unsent-likes.ts'

const LikesDialog = lazy(() => import('./likes-dialog.tsx').then(({ LikesDialog: dialog }) => ({ default: dialog })))

/**
 * Likes or unlikes a post and opens the list of likes. Without a connection the like waits in the outbox, which the
 * button shows. Visitors get a hint to sign in.
 */
export function LikeButton({ post }: { post: FeedPostForViewer }) {
  const text = useText()
  const isSignedIn = useAccessToken() !== null
  const [isListOpen, setListOpen] = useState(false)
  const { hasLiked, likeCount, isWaiting } = useShownLike(post)
  const Heart = hasLiked ? IconHeartFilled : IconHeart
  const likes = text('posts.likes', { count: likeCount })
  return (
    <div>
      <button
        type="button"
        aria-pressed={hasLiked}
        aria-label={[text('posts.like'), likes, ...(isWaiting ? [text('outbox.waiting')] : [])].join(', ')}
        onClick={() => (isSignedIn ? setLiked(post, !hasLiked) : toastWarning('posts.likeLogin'))}
      >
        <Heart size={21} stroke={1.75} aria-hidden="true" />
        {isWaiting && <IconClock size={16} stroke={2} aria-hidden="true" />}
        {(!isSignedIn || likeCount === 0) && likeCount}
      </button>
      {isSignedIn && likeCount > 0 && (
        <button
          type="button"
          aria-haspopup="dialog"
          aria-label={text('posts.whoLikes', { likes })}
          onClick={() => setListOpen(true)}
        >
          {likeCount}
        </button>
      )}
      {isListOpen && (
        <Suspense>
          <LikesDialog postId={post.id} onClose={() => setListOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}
