import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useLanguage, useText } from '../../../platform/language/i18n.ts'
import { paths } from '../../../platform/paths/paths.ts'
import { nameOf } from '../../../platform/language/person-name.ts'
import { Avatar } from '../../../shared/people/avatar.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { LoadMore } from '../../../ui/layout/load-more.tsx'
import { EmptyState, ErrorState, ListSkeleton } from '../../../ui/states/states.tsx'
import { likesQuery } from '../feeds.queries.ts'
import { postTime } from '../post-texts.ts'
import css from './likes-dialog.module.css'

/** Users who like a post, the latest first. */
export function LikesDialog({ postId, onClose }: { postId: string; onClose: () => void }) {
  const text = useText()
  const language = useLanguage()
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(likesQuery(postId))
  const likes = data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <Dialog isOpen onClose={onClose} title={text('posts.likesTitle')}>
      {!data && !error && <ListSkeleton rows={3} />}
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} title={text('posts.likesFailed')} />}
      {data && likes.length === 0 && <EmptyState title={text('posts.likesNone')} />}
      <ul className={css.people}>
        {likes.map(({ UserId, user, createdAt }) => (
          <li key={UserId}>
            <Avatar person={user} size={44} />
            <span>
              <Link to={paths.profile} params={{ userId: UserId }} onClick={onClose} translate="no">
                {nameOf(user)}
              </Link>
              <time dateTime={createdAt}>{postTime(createdAt, language, text)}</time>
            </span>
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <LoadMore label={text('posts.likesMore')} isLoading={isFetchingNextPage} onMore={() => void fetchNextPage()} />
      )}
    </Dialog>
  )
}
