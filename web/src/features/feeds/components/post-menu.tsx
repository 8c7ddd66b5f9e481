import { lazy } from 'react'
import { feedAbilities as abilities, type FeedFacts } from '@noroshi/contract/feeds/feeds.abilities'
import type { FeedPostForViewer } from '@noroshi/contract/feeds/posts.http'
import { useText } from '../../../platform/language/i18n.ts'
import { useCurrentUser } from '../../../platform/session/current-user.ts'
import { nameOf } from '../../../platform/language/person-name.ts'
import { EditMenu } from '../../../ui/dialogs/edit-menu.tsx'
import { useDeletePost } from '../posts.changes.ts'

const PostDialog = lazy(() => import('./post-dialog.tsx').then(({ PostDialog: dialog }) => ({ default: dialog })))

interface Props {
  post: FeedPostForViewer
  facts: FeedFacts
  onDeleted: (() => void) | undefined
}

/** Menu to edit or delete a post. Renders nothing without these rights. */
export function PostMenu({ post, facts, onDeleted }: Props) {
  const text = useText()
  const viewer = useCurrentUser()
  const { mutate, isPending } = useDeletePost(post)
  const subject = { ...post, feed: facts }
  const mayEdit = abilities['post:edit'](viewer, subject)
  const mayDelete = abilities['post:delete'](viewer, subject)
  if (!mayEdit && !mayDelete) return null
  return (
    <EditMenu
      label={text('posts.menu', { name: nameOf(post.createdBy) })}
      editLabel={mayEdit ? text('posts.edit') : null}
      deleteLabel={mayDelete ? text('posts.delete') : null}
      deleteConfirm={text('posts.deleteConfirm')}
      deleteNote={text('posts.deleteNote')}
      onDelete={(onEnd) => mutate(undefined, { onSuccess: () => onDeleted?.(), onSettled: onEnd })}
      isDeleting={isPending}
      editor={(onClose) => <PostDialog feedId={post.FeedId} facts={facts} post={post} onClose={onClose} />}
    />
  )
}
