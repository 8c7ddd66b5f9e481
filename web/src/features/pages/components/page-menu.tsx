import { Menu } from '@mantine/core'
import { IconDotsVertical, IconPencil, IconSettings, IconTrash } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import type { PageCard } from '@noroshi/contract/pages/pages.http'
import { useText } from '../../../platform/i18n.ts'
import cards from '../../../ui/cards.module.css'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { MenuFrame } from '../../../ui/menu-frame.tsx'
import { MenuKey } from '../../../ui/menu-key.tsx'
import { useDeletePage } from '../pages.changes.ts'

const PageDialog = lazy(() => import('./page-dialog.tsx').then(({ PageDialog: dialog }) => ({ default: dialog })))

interface Props {
  page: PageCard
  /** On a card's picture, or in the top bar, where three dots are the menu of the person. */
  place: 'card' | 'bar'
  onDeleted?: () => void
}

/** What an administrator does with a page. */
export function PageMenu({ page, place, onDeleted }: Props) {
  const text = useText()
  const [open, setOpen] = useState<'rename' | 'delete' | null>(null)
  const { mutate, isPending } = useDeletePage(page.id)
  const close = () => setOpen(null)
  const { title } = page
  const Face = place === 'card' ? IconDotsVertical : IconSettings
  return (
    <>
      <MenuKey
        className={place === 'card' ? cards.key : undefined}
        label={text('pages.menuOf', { title })}
        face={<Face size={22} stroke={1.75} aria-hidden="true" />}
        menu={(key) => (
          <MenuFrame target={key}>
            <Menu.Item leftSection={<IconPencil size={22} stroke={1.75} aria-hidden="true" />} onClick={() => setOpen('rename')}>
              {text('pages.rename')}
            </Menu.Item>
            <Menu.Item leftSection={<IconTrash size={22} stroke={1.75} aria-hidden="true" />} onClick={() => setOpen('delete')}>
              {text('pages.delete')}
            </Menu.Item>
          </MenuFrame>
        )}
      />
      <ConfirmDialog
        isOpen={open === 'delete'}
        onClose={close}
        onConfirm={() => mutate(undefined, { onSuccess: () => onDeleted?.(), onSettled: close })}
        isBusy={isPending}
        title={text('pages.deleteConfirm', { title })}
        confirmLabel={text('chrome.delete')}
      >
        <p>{text('pages.deleteNote')}</p>
      </ConfirmDialog>
      {open === 'rename' && (
        <Suspense>
          <PageDialog page={page} onClose={close} />
        </Suspense>
      )}
    </>
  )
}
