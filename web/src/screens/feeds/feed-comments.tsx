import { Button } from '@mantine/core'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { feedAbilities as abilities } from '@noroshi/contract/feeds/feeds.abilities'
import type { FeedPostForViewer } from '@noroshi/contract/feeds/posts.http'
import { Comments } from '../../features/comments/components/comments.tsx'
import { PostCard } from '../../features/feeds/components/post-card.tsx'
import { PostSkeleton } from '../../features/feeds/components/post-skeleton.tsx'
import { usePost } from '../../features/feeds/feeds.queries.ts'
import { useOpenFeed } from '../../features/feeds/use-feed.ts'
import { isGone } from '../../platform/connection/http-errors.ts'
import { useText } from '../../platform/language/i18n.ts'
import { paths } from '../../platform/paths/paths.ts'
import { useCurrentUser } from '../../platform/session/current-user.ts'
import { nameOf } from '../../platform/language/person-name.ts'
import { EmptyState, ErrorState } from '../../ui/states/states.tsx'
import { useWide } from '../../ui/layout/use-wide.ts'
import css from './feed.module.css'

/** The comments of a post: beside the posts on desktops, below the post on a screen of its own on phones. */
export function FeedComments() {
  const { postId = '' } = useParams({ strict: false })
  return <OpenedPost key={postId} postId={postId} />
}

function OpenedPost({ postId }: { postId: string }) {
  const text = useText()
  const navigate = useNavigate()
  const viewer = useCurrentUser()
  const open = useOpenFeed()
  const isWide = useWide()
  const { feed, facts } = open
  const params = { feedId: feed.id }
  const { post, error, refetch } = usePost(feed.id, postId)
  if (isGone(error)) {
    return (
      <aside className={css.comments}>
        <EmptyState
          title={text('posts.notFound')}
          note={text('posts.notFoundNote')}
          action={
            <Button renderRoot={(props) => <Link {...props} to={paths.feedPosts} params={params} />}>
              {text('feeds.toPosts')}
            </Button>
          }
        />
      </aside>
    )
  }
  if (!post) {
    return (
      <aside className={css.comments}>
        {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <PostSkeleton />}
      </aside>
    )
  }
  return (
    <aside className={css.comments}>
      {isWide ? (
        <QuotedPost post={post} />
      ) : (
        <div className={css.post}>
          <PostCard
            open={open}
            post={post}
            isAlone
            onDeleted={() => void navigate({ to: paths.feedPosts, params, replace: true })}
          />
        </div>
      )}
      <Comments
        postId={postId}
        title={text('posts.comments', { count: post.commentCount })}
        mayComment={abilities['post:comment'](viewer, { ...post, feed: facts })}
      />
    </aside>
  )
}

/** A short form of the post, which may be outside the visible part of the list beside the comments. */
function QuotedPost({ post: { createdBy, textContent } }: { post: FeedPostForViewer }) {
  return (
    <p className={css.quoted}>
      <b translate="no">{nameOf(createdBy)}</b> {textContent}
    </p>
  )
}
