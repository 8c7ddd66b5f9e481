import { IconHeart, IconHeartFilled } from '@tabler/icons-react'
import type { FeedPostForViewer } from '@noroshi/contract/feeds/posts.http'
import { useText } from '../../../platform/i18n.ts'
import { useAccessToken } from '../../../platform/session.ts'
import { countKey } from '../../../ui/count-key.ts'
import { toastWarning } from '../../../ui/toast.tsx'
import { useLike } from '../posts.changes.ts'

/** Likes a post or takes it back; who is not signed in is told to login. */
export function LikeKey({ post }: { post: FeedPostForViewer }) {
  const text = useText()
  const isSignedIn = useAccessToken() !== null
  const { mutate } = useLike(post)
  const {
    likeCount,
    viewer: { hasLiked },
  } = post
  const Heart = hasLiked ? IconHeartFilled : IconHeart
  return (
    <button
      type="button"
      aria-pressed={hasLiked}
      aria-label={`${text('posts.like')}, ${text(countKey('posts.likes', likeCount), { count: likeCount })}`}
      onClick={() => (isSignedIn ? mutate(!hasLiked) : toastWarning('posts.likeLogin'))}
    >
      <Heart size={21} stroke={1.75} aria-hidden="true" />
      {likeCount}
    </button>
  )
}
