import { IconSettings } from '@tabler/icons-react'
import { lazy } from 'react'
import type { PageCard } from '@noroshi/contract/pages/pages.http'
import { useText } from '../../../platform/language/i18n.ts'
import cards from '../../../ui/layout/cards.module.css'
import { EditMenu } from '../../../ui/dialogs/edit-menu.tsx'
import { useDeletePage } from '../pages.changes.ts'

const PageDialog = lazy(() => import('./page-dialog.tsx').then(({ PageDialog: dialog }) => ({ default: dialog })))

interface Props {
  page: PageCard
  /** On a card, or in the top bar: there it is a gear, since three dots open the user menu. */
  variant: 'card' | 'bar'
  onDeleted?: () => void
}

/** Menu of a page for administrators. */
export function PageMenu({ page, variant, onDeleted }: Props) {
  const text = useText()
  const { mutate, isPending } = useDeletePage(page.id, onDeleted)
  const { title } = page
  return (
    <EditMenu
      label={text('pages.menuOf', { title })}
      {...(variant === 'card'
        ? { className: cards.menuButton }
        : { icon: <IconSettings size={22} stroke={1.75} aria-hidden="true" /> })}
      editLabel={text('pages.rename')}
      deleteLabel={text('pages.delete')}
      deleteConfirm={text('pages.deleteConfirm', { title })}
      deleteNote={text('pages.deleteNote')}
      onDelete={(onEnd) => mutate(undefined, { onSettled: onEnd })}
      isDeleting={isPending}
      editor={(onClose) => <PageDialog page={page} onClose={onClose} />}
    />
  )
}
