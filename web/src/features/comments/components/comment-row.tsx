import { IconDotsVertical } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { commentAbilities as abilities } from '@noroshi/contract/comments/comments.abilities'
import type { Comment } from '@noroshi/contract/comments/comments.http'
import type { Language } from '@noroshi/contract/i18n'
import { useLanguage, useText } from '../../../platform/language/i18n.ts'
import { useCurrentUser } from '../../../platform/session/current-user.ts'
import { nameOf } from '../../../platform/language/person-name.ts'
import { serverNow } from '../../../platform/connection/server-time.ts'
import { clockTime, dateTime, dayKey } from '../../../platform/language/time.ts'
import { Avatar } from '../../../shared/people/avatar.tsx'
import { EditMenu } from '../../../ui/dialogs/edit-menu.tsx'
import { LinkedText } from '../../../shared/chat/linked-text.tsx'
import { useDeleteComment } from '../comments.changes.ts'
import css from './comments.module.css'

const MediaViewer = lazy(() =>
  import('../../../ui/media/media-viewer.tsx').then(({ MediaViewer: viewer }) => ({ default: viewer })),
)
const EditComment = lazy(() => import('./edit-comment.tsx').then(({ EditComment: dialog }) => ({ default: dialog })))

/** Returns the time for today, otherwise the day and time. */
const commentTime = (at: string, language: Language, now = new Date(serverNow())) =>
  dayKey(at) === dayKey(now) ? clockTime(at) : dateTime(at, language)

/** One comment. Its author gets a menu to edit or delete it. */
export function CommentRow({ comment }: { comment: Comment }) {
  const text = useText()
  const language = useLanguage()
  const viewer = useCurrentUser()
  const { user, description, createdAt, updatedAt } = comment
  return (
    <li>
      <Avatar person={user} size={36} />
      <div className={css.body}>
        <p className={css.by}>
          <b translate="no">{nameOf(user)}</b>
          <time dateTime={createdAt}>{commentTime(createdAt, language)}</time>
          {updatedAt !== createdAt && <span>{text('comments.wasEdited')}</span>}
        </p>
        <p className={css.text}>
          <LinkedText>{description}</LinkedText>
        </p>
        <Picture comment={comment} />
      </div>
      {abilities['comment:edit'](viewer, comment) && <Actions comment={comment} />}
    </li>
  )
}

/** Reserves the space of a picture before it has loaded. */
const pictureStyle = ({ image }: Comment) =>
  image?.width && image.height ? { aspectRatio: String(Math.min(2.2, Math.max(0.8, image.width / image.height))) } : {}

function Picture({ comment }: { comment: Comment }) {
  const text = useText()
  const { id, imageUrl, image, user, description } = comment
  const [isOpen, setOpen] = useState(false)
  if (imageUrl === null) return null
  const name = text('comments.picture', { name: nameOf(user) })
  return (
    <>
      <button
        type="button"
        className={css.picture}
        style={pictureStyle(comment)}
        aria-haspopup="dialog"
        aria-label={text('media.open', { name })}
        onClick={() => setOpen(true)}
      >
        <img src={image?.previewUrl ?? imageUrl} alt={name} loading="lazy" decoding="async" />
      </button>
      {isOpen && (
        <Suspense>
          <MediaViewer
            pictures={[{ id, mediaUrl: imageUrl, name, caption: description, fileName: image?.previewName ?? name }]}
            startId={id}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}

function Actions({ comment }: { comment: Comment }) {
  const text = useText()
  const { mutate, isPending } = useDeleteComment(comment.id)
  return (
    <EditMenu
      label={text('comments.menu')}
      icon={<IconDotsVertical size={20} stroke={1.75} aria-hidden="true" />}
      editLabel={text('comments.edit')}
      deleteLabel={text('comments.delete')}
      deleteConfirm={text('comments.deleteConfirm')}
      onDelete={(onEnd) => mutate(undefined, { onSettled: onEnd })}
      isDeleting={isPending}
      editor={(onClose) => <EditComment comment={comment} onClose={onClose} />}
    />
  )
}
