import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import { UPLOAD_MB_DEFAULT } from '@noroshi/contract/limits'
import { useText } from '../../../platform/language/i18n.ts'
import { useDraft } from '../../../platform/forms/drafts.ts'
import { paths } from '../../../platform/paths/paths.ts'
import { useAccessToken } from '../../../platform/session/session.ts'
import { useRoom } from '../../../platform/connection/socket.ts'
import { useUnit } from '../../../platform/session/unit.ts'
import { EmptyState, ErrorState, ListSkeleton } from '../../../ui/states/states.tsx'
import { UnsentEntry } from '../../../shared/chat/unsent-entry.tsx'
import { type UnsentComment, unsentComments } from '../unsent-comments.ts'
import { comments } from '../comments.resource.ts'
import { useCommentPicture } from '../use-comment-picture.ts'
import { CommentComposer } from './comment-composer.tsx'
import { CommentRow } from './comment-row.tsx'
import css from './comments.module.css'

interface Props {
  postId: string
  /** Heading, for example '3 comments'. */
  title: string
  /** Whether the user may comment. */
  mayComment: boolean
}

/** Live comments of a post with a composer. */
export function Comments({ postId, title, mayComment }: Props) {
  const text = useText()
  const cache = useQueryClient()
  const isSignedIn = useAccessToken() !== null
  const { items, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = comments.useItems(postId)
  // Refetch after a reconnect: events of rooms are not caught up.
  useRoom('comment:join', 'comment:leave', { entityId: postId }, () => comments.refetch(cache, postId))
  const unsent = unsentComments.useEntries(postId)
  const draft = useDraft('comments', postId)
  const picture = useCommentPicture(useUnit()?.maxUploadMb ?? UPLOAD_MB_DEFAULT)
  const end = useRef<HTMLDivElement>(null)
  const showNewest = () => requestAnimationFrame(() => end.current?.scrollIntoView({ block: 'nearest' }))
  /** Moves a refused comment back into the field, before the text that is there. */
  const edit = ({ id, payload, files: [file] }: UnsentComment) => {
    draft.setText(draft.text === '' ? payload.text : `${payload.text}\n${draft.text}`)
    if (file) picture.restore(file)
    unsentComments.discard(id)
  }
  return (
    <section className={css.comments} aria-label={text('comments.title')}>
      <h2 className={css.title}>{title}</h2>
      <div className={css.list}>
        {!items &&
          (error ? (
            <ErrorState error={error} onRetry={() => void refetch()} title={text('comments.failed')} />
          ) : (
            <ListSkeleton />
          ))}
        {items?.length === 0 && unsent.length === 0 && (
          <EmptyState title={text('comments.none')} {...(mayComment && { note: text('comments.noneTip') })} />
        )}
        {hasNextPage && (
          <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {text('comments.older')}
          </Button>
        )}
        <ul>
          {items?.map((comment) => (
            <CommentRow key={comment.id} comment={comment} />
          ))}
          {unsent.map((comment) => (
            <li key={comment.id}>
              <UnsentEntry
                entry={comment}
                body={comment.payload.text}
                // The field takes one picture.
                {...(mayComment && (comment.files.length === 0 || picture.picture === null) && { onEdit: () => edit(comment) })}
              />
            </li>
          ))}
        </ul>
        <div ref={end} className={css.end} />
      </div>
      {mayComment && <CommentComposer key={postId} postId={postId} picture={picture} onAdded={showNewest} />}
      {!isSignedIn && (
        <p className={css.login}>
          {text('comments.login')}
          <Button component={Link} to={paths.login} variant="light">
            {text('comments.toLogin')}
          </Button>
        </p>
      )}
    </section>
  )
}
