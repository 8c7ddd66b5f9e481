import { IconDotsVertical } from '@tabler/icons-react'
import { lazy } from 'react'
import { commentAbilities as abilities } from '@noroshi/contract/comments/comments.abilities'
import type { Comment } from '@noroshi/contract/comments/comments.http'
import type { Language } from '@noroshi/contract/i18n'
import { useLanguage, useText } from '../../../platform/i18n.ts'
import { useReader } from '../../../platform/reader.ts'
import { clockTime, dateTime, dayKey } from '../../../platform/time.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { EditMenu } from '../../../ui/edit-menu.tsx'
import { LinkedWords } from '../../../ui/linked-words.tsx'
import { useDeleteComment } from '../comments.changes.ts'
import css from './comments.module.css'

const EditComment = lazy(() => import('./edit-comment.tsx').then(({ EditComment: dialog }) => ({ default: dialog })))

/** Of today its time, before that its day too. */
const commentTime = (at: string, language: Language, now = new Date()) =>
  dayKey(at) === dayKey(now) ? clockTime(at) : dateTime(at, language)

/** One comment; its author may change and delete it. */
export function CommentRow({ comment }: { comment: Comment }) {
  const text = useText()
  const language = useLanguage()
  const reader = useReader()
  const { user, description, createdAt, updatedAt } = comment
  return (
    <li>
      <Avatar person={user} size={36} />
      <div className={css.body}>
        <p className={css.by}>
          <b>{user.fullName}</b>
          <time dateTime={createdAt}>{commentTime(createdAt, language)}</time>
          {updatedAt !== createdAt && <span>{text('comments.wasEdited')}</span>}
        </p>
        <p className={css.text}>
          <LinkedWords>{description}</LinkedWords>
        </p>
        <Picture comment={comment} />
      </div>
      {abilities['comment:edit'](reader, comment) && <Actions comment={comment} />}
    </li>
  )
}

/** The page keeps its room before it has come. */
const shapeOf = ({ image }: Comment) =>
  image?.width && image.height ? { aspectRatio: String(Math.min(2.2, Math.max(0.8, image.width / image.height))) } : {}

function Picture({ comment }: { comment: Comment }) {
  const text = useText()
  const { imageUrl, image, user } = comment
  if (imageUrl === null) return null
  const name = text('comments.picture', { name: user.fullName })
  return (
    <a
      className={css.picture}
      style={shapeOf(comment)}
      href={imageUrl}
      target="_blank"
      rel="noreferrer"
      aria-label={text('media.open', { name })}
    >
      <img src={image?.previewUrl ?? imageUrl} alt={name} loading="lazy" decoding="async" />
    </a>
  )
}

function Actions({ comment }: { comment: Comment }) {
  const text = useText()
  const { mutate, isPending } = useDeleteComment(comment)
  return (
    <EditMenu
      label={text('comments.menu')}
      face={<IconDotsVertical size={20} stroke={1.75} aria-hidden="true" />}
      editLabel={text('comments.edit')}
      deleteLabel={text('comments.delete')}
      deleteConfirm={text('comments.deleteConfirm')}
      onDelete={(onEnd) => mutate(undefined, { onSettled: onEnd })}
      isDeleting={isPending}
      editor={(onClose) => <EditComment comment={comment} onClose={onClose} />}
    />
  )
}
