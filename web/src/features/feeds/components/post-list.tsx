import { useNavigate } from '@tanstack/react-router'
import { useText } from '../../../platform/language/i18n.ts'
import { paths } from '../../../platform/paths/paths.ts'
import { LoadMore } from '../../../ui/layout/load-more.tsx'
import { EmptyState, ErrorState } from '../../../ui/states/states.tsx'
import { usePosts } from '../feeds.queries.ts'
import { isFiltered, type PostFilter } from '../post-filter.ts'
import type { OpenFeed } from '../use-feed.ts'
import { PostCard } from './post-card.tsx'
import css from './post-list.module.css'
import { PostSkeleton } from './post-skeleton.tsx'

interface Props {
  open: OpenFeed
  filter: PostFilter
  /** Id of the post whose comments are open next to the list. */
  currentId: string | undefined
  /** The user may post. */
  isWritable: boolean
}

const emptyTitles = { posts: 'posts.none', yours: 'posts.noneYours', approve: 'posts.noneWaiting' } as const

/** Posts that load page by page. */
export function PostList({ open, filter, currentId, isWritable }: Props) {
  const text = useText()
  const navigate = useNavigate()
  const { posts, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage, isPlaceholderData } = usePosts(
    open.feed.id,
    filter,
  )
  if (!posts) {
    return error ? <ErrorState error={error} onRetry={() => void refetch()} title={text('posts.failed')} /> : <PostSkeleton />
  }
  if (posts.length === 0 && !hasNextPage) {
    if (isFiltered(filter)) return <EmptyState title={text('posts.noneFound')} />
    return (
      <EmptyState
        title={text(emptyTitles[filter.tab])}
        {...(isWritable && filter.tab !== 'approve' && { note: text('posts.noneTip') })}
      />
    )
  }
  return (
    <div className={css.posts} aria-busy={isPlaceholderData}>
      {posts.map((post) => (
        <PostCard
          key={post.id}
          open={open}
          post={post}
          isCurrent={post.id === currentId}
          onDeleted={() => {
            if (post.id === currentId) void navigate({ to: paths.feedPosts, params: { feedId: post.FeedId }, replace: true })
          }}
        />
      ))}
      {hasNextPage && <LoadMore label={text('posts.more')} isLoading={isFetchingNextPage} onMore={() => void fetchNextPage()} />}
    </div>
  )
}
