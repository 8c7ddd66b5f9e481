import { Menu } from '@mantine/core'
import { IconDotsVertical, IconPencil, IconTrash } from '@tabler/icons-react'
import { type ReactNode, Suspense, useState } from 'react'
import { useText } from '../platform/i18n.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { MenuFrame } from './menu-frame.tsx'
import { MenuKey } from './menu-key.tsx'

interface Props {
  /** Accessible name of its key. */
  label: string
  className?: string | undefined
  /** What is seen on the key; three dots unless given. */
  face?: ReactNode
  /** null: whoever looks may not. */
  editLabel: string | null
  deleteLabel: string | null
  /** The question before it is deleted, and what follows from it. */
  deleteConfirm: string
  deleteNote?: string
  /** `onEnd` when it is done or refused. */
  onDelete: (onEnd: () => void) => void
  isDeleting: boolean
  /** The dialog that edits it; its code comes with its first use. */
  editor: (onClose: () => void) => ReactNode
}

/** What can be done with something that somebody wrote or made: edit it, and delete it after a question. */
export function EditMenu(props: Props) {
  const text = useText()
  const [open, setOpen] = useState<'edit' | 'delete' | null>(null)
  const close = () => setOpen(null)
  const { label, className, editLabel, deleteLabel, deleteNote } = props
  return (
    <>
      <MenuKey
        className={className}
        label={label}
        face={props.face ?? <IconDotsVertical size={22} stroke={1.75} aria-hidden="true" />}
        menu={(key) => (
          <MenuFrame target={key}>
            {editLabel !== null && (
              <Menu.Item leftSection={<IconPencil size={22} stroke={1.75} aria-hidden="true" />} onClick={() => setOpen('edit')}>
                {editLabel}
              </Menu.Item>
            )}
            {deleteLabel !== null && (
              <Menu.Item leftSection={<IconTrash size={22} stroke={1.75} aria-hidden="true" />} onClick={() => setOpen('delete')}>
                {deleteLabel}
              </Menu.Item>
            )}
          </MenuFrame>
        )}
      />
      <ConfirmDialog
        isOpen={open === 'delete'}
        onClose={close}
        onConfirm={() => props.onDelete(close)}
        isBusy={props.isDeleting}
        title={props.deleteConfirm}
        confirmLabel={text('chrome.delete')}
      >
        {deleteNote !== undefined && <p>{deleteNote}</p>}
      </ConfirmDialog>
      {open === 'edit' && <Suspense>{props.editor(close)}</Suspense>}
    </>
  )
}
