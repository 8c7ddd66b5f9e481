import { lazy } from 'react'
import { feedAbilities as abilities, type FeedFacts } from '@noroshi/contract/feeds/feeds.abilities'
import type { FeedPostForViewer } from '@noroshi/contract/feeds/posts.http'
import { useText } from '../../../platform/i18n.ts'
import { useReader } from '../../../platform/reader.ts'
import { EditMenu } from '../../../ui/edit-menu.tsx'
import { useDeletePost } from '../posts.changes.ts'

const PostDialog = lazy(() => import('./post-dialog.tsx').then(({ PostDialog: dialog }) => ({ default: dialog })))

interface Props {
  post: FeedPostForViewer
  facts: FeedFacts
  onDeleted: (() => void) | undefined
}

/** What its author, or who may change the posts of others, does with a post; nothing for all others. */
export function PostMenu({ post, facts, onDeleted }: Props) {
  const text = useText()
  const reader = useReader()
  const { mutate, isPending } = useDeletePost(post)
  const subject = { ...post, feed: facts }
  const mayEdit = abilities['post:edit'](reader, subject)
  const mayDelete = abilities['post:delete'](reader, subject)
  if (!mayEdit && !mayDelete) return null
  return (
    <EditMenu
      label={text('posts.menu', { name: post.createdBy.fullName })}
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
