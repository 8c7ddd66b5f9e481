import { Outlet, useMatchRoute, useParams } from '@tanstack/react-router'
import { FeedNotFound } from '../../features/feeds/components/feed-not-found.tsx'
import { FeedPosts } from '../../features/feeds/components/feed-posts.tsx'
import { PostSkeleton } from '../../features/feeds/components/post-skeleton.tsx'
import { FeedContext, useFeed, useFeedRoom } from '../../features/feeds/use-feed.ts'
import { isGone } from '../../platform/connection/http-errors.ts'
import { useText } from '../../platform/language/i18n.ts'
import { paths } from '../../platform/paths/paths.ts'
import { Screen } from '../../ui/layout/screen.tsx'
import { ErrorState } from '../../ui/states/states.tsx'
import { useWide } from '../../ui/layout/use-wide.ts'
import { FeedButton } from './feed-button.tsx'
import css from './feed.module.css'
import '../feeds-live.ts'

/**
 * A feed. Phones show its posts or the comments of one post; desktops show both side by side. The map and the members
 * are screens of their own.
 */
export function FeedLayout() {
  const { feedId = '' } = useParams({ strict: false })
  return <OpenedFeed key={feedId} feedId={feedId} />
}

function OpenedFeed({ feedId }: { feedId: string }) {
  const text = useText()
  const { postId } = useParams({ strict: false })
  const matchRoute = useMatchRoute()
  const isWide = useWide()
  const { open, error, retry } = useFeed(feedId)
  useFeedRoom(feedId)
  const isMap = matchRoute({ to: paths.feedMap }) !== false
  const isMembers = matchRoute({ to: paths.feedMembers }) !== false
  const isAside = isMap || isMembers
  const isPhoneComments = postId !== undefined && !isWide
  const isMissing = isGone(error)

  const name = (!isMissing && open?.feed.name) || text('feeds.title')
  const title = isMap
    ? text('posts.map')
    : isMembers
      ? text('feeds.membersOf', { name })
      : isPhoneComments
        ? text('comments.title')
        : name
  const postsHref = `/feed/${feedId}/posts`
  return (
    <Screen
      title={title}
      backTo={isAside || isPhoneComments ? postsHref : paths.feeds}
      hasBar={!isPhoneComments}
      isFixed={isMap || (isWide && !isMembers)}
      actions={open && !isPhoneComments && <FeedButton feedId={feedId} leadsTo={isAside ? 'posts' : 'map'} />}
    >
      {isMissing && <FeedNotFound />}
      {!isMissing && !open && (
        <div className={css.loading}>{error ? <ErrorState error={error} onRetry={retry} /> : <PostSkeleton />}</div>
      )}
      {!isMissing && open && (
        <FeedContext value={open}>
          {isAside ? (
            <Outlet />
          ) : (
            <div className={css.panes}>
              {(isWide || postId === undefined) && (
                <section
                  className={css.posts}
                  data-not-printed={postId !== undefined || undefined}
                  aria-label={text('posts.title')}
                >
                  <FeedPosts open={open} currentId={postId} />
                </section>
              )}
              {(isWide || postId !== undefined) && <Outlet />}
            </div>
          )}
        </FeedContext>
      )}
    </Screen>
  )
}
