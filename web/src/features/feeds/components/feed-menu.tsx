import { lazy } from 'react'
import type { Feed } from '@noroshi/contract/feeds/feeds.http'
import { useText } from '../../../platform/language/i18n.ts'
import cards from '../../../ui/layout/cards.module.css'
import { EditMenu } from '../../../ui/dialogs/edit-menu.tsx'
import { useDeleteFeed } from '../feeds.changes.ts'

const FeedDialog = lazy(() => import('./feed-dialog.tsx').then(({ FeedDialog: dialog }) => ({ default: dialog })))

/** Menu of a feed for administrators. */
export function FeedMenu({ feed }: { feed: Feed }) {
  const text = useText()
  const { mutate, isPending } = useDeleteFeed(feed.id)
  const { name } = feed
  return (
    <EditMenu
      label={text('feeds.menuOf', { name })}
      className={cards.menuButton}
      editLabel={text('feeds.edit')}
      deleteLabel={text('feeds.delete')}
      deleteConfirm={text('feeds.deleteConfirm', { name })}
      deleteNote={text('feeds.deleteNote')}
      onDelete={(onEnd) => mutate(undefined, { onSettled: onEnd })}
      isDeleting={isPending}
      editor={(onClose) => <FeedDialog feed={feed} onClose={onClose} />}
    />
  )
}
