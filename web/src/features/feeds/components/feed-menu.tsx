import { Menu } from '@mantine/core'
import { IconDotsVertical, IconPencil, IconTrash } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import type { Feed } from '@noroshi/contract/feeds/feeds.http'
import { useText } from '../../../platform/i18n.ts'
import cards from '../../../ui/cards.module.css'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { MenuFrame } from '../../../ui/menu-frame.tsx'
import { MenuKey } from '../../../ui/menu-key.tsx'
import { useDeleteFeed } from '../feeds.changes.ts'

const FeedDialog = lazy(() => import('./feed-dialog.tsx').then(({ FeedDialog: dialog }) => ({ default: dialog })))

/** What an administrator does with a feed. */
export function FeedMenu({ feed }: { feed: Feed }) {
  const text = useText()
  const [open, setOpen] = useState<'edit' | 'delete' | null>(null)
  const { mutate, isPending } = useDeleteFeed(feed.id)
  const close = () => setOpen(null)
  const { name } = feed
  return (
    <>
      <MenuKey
        className={cards.key}
        label={text('feeds.menuOf', { name })}
        face={<IconDotsVertical size={22} stroke={1.75} aria-hidden="true" />}
        menu={(key) => (
          <MenuFrame target={key}>
            <Menu.Item leftSection={<IconPencil size={22} stroke={1.75} aria-hidden="true" />} onClick={() => setOpen('edit')}>
              {text('feeds.edit')}
            </Menu.Item>
            <Menu.Item leftSection={<IconTrash size={22} stroke={1.75} aria-hidden="true" />} onClick={() => setOpen('delete')}>
              {text('feeds.delete')}
            </Menu.Item>
          </MenuFrame>
        )}
      />
      <ConfirmDialog
        isOpen={open === 'delete'}
        onClose={close}
        onConfirm={() => mutate(undefined, { onSettled: close })}
        isBusy={isPending}
        title={text('feeds.deleteConfirm', { name })}
        confirmLabel={text('chrome.delete')}
      >
        <p>{text('feeds.deleteNote')}</p>
      </ConfirmDialog>
      {open === 'edit' && (
        <Suspense>
          <FeedDialog feed={feed} onClose={close} />
        </Suspense>
      )}
    </>
  )
}
