import { Menu } from '@mantine/core'
import { IconDotsVertical, IconPencil, IconTrash } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { feedAbilities as abilities, type FeedFacts } from '@noroshi/contract/feeds/feeds.abilities'
import type { FeedPostForViewer } from '@noroshi/contract/feeds/posts.http'
import { useText } from '../../../platform/i18n.ts'
import { useReader } from '../../../platform/reader.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { MenuFrame } from '../../../ui/menu-frame.tsx'
import { MenuKey } from '../../../ui/menu-key.tsx'
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
  const [open, setOpen] = useState<'edit' | 'delete' | null>(null)
  const { mutate, isPending } = useDeletePost(post)
  const close = () => setOpen(null)
  const subject = { ...post, feed: facts }
  const mayEdit = abilities['post:edit'](reader, subject)
  const mayDelete = abilities['post:delete'](reader, subject)
  if (!mayEdit && !mayDelete) return null
  return (
    <>
      <MenuKey
        label={text('posts.menu', { name: post.createdBy.fullName })}
        face={<IconDotsVertical size={22} stroke={1.75} aria-hidden="true" />}
        menu={(key) => (
          <MenuFrame target={key}>
            {mayEdit && (
              <Menu.Item leftSection={<IconPencil size={22} stroke={1.75} aria-hidden="true" />} onClick={() => setOpen('edit')}>
                {text('posts.edit')}
              </Menu.Item>
            )}
            {mayDelete && (
              <Menu.Item leftSection={<IconTrash size={22} stroke={1.75} aria-hidden="true" />} onClick={() => setOpen('delete')}>
                {text('posts.delete')}
              </Menu.Item>
            )}
          </MenuFrame>
        )}
      />
      <ConfirmDialog
        isOpen={open === 'delete'}
        onClose={close}
        onConfirm={() => mutate(undefined, { onSuccess: () => onDeleted?.(), onSettled: close })}
        isBusy={isPending}
        title={text('posts.deleteConfirm')}
        confirmLabel={text('chrome.delete')}
      >
        <p>{text('posts.deleteNote')}</p>
      </ConfirmDialog>
      {open === 'edit' && (
        <Suspense>
          <PostDialog feedId={post.FeedId} facts={facts} post={post} onClose={close} />
        </Suspense>
      )}
    </>
  )
}
