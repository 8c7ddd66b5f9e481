import { Menu } from '@mantine/core'
import { IconDotsVertical, IconPencil, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useText } from '../platform/i18n.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { openDialog } from './dialog-host.tsx'
import { MenuFrame } from './menu-frame.tsx'
import { MenuButton } from './menu-button.tsx'

interface Props {
  /** Accessible name of the menu button. */
  label: string
  className?: string | undefined
  /** Content of the menu button; three dots by default. */
  icon?: ReactNode
  /** null: the user may not edit. */
  editLabel: string | null
  deleteLabel: string | null
  /** The question before the deletion, and its consequences. */
  deleteConfirm: string
  deleteNote?: string
  /** Calls `onEnd` after success or failure. */
  onDelete: (onEnd: () => void) => void
  isDeleting: boolean
  /** The dialog that edits; its code loads with the first use. */
  editor: (onClose: () => void) => ReactNode
}

/** A menu that edits content, and deletes it after a confirmation. */
export function EditMenu(props: Props) {
  const text = useText()
  const [isDeleting, setDeleting] = useState(false)
  const close = () => setDeleting(false)
  const { label, className, editLabel, deleteLabel, deleteNote } = props
  return (
    <>
      <MenuButton
        className={className}
        label={label}
        icon={props.icon ?? <IconDotsVertical size={22} stroke={1.75} aria-hidden="true" />}
        menu={(button) => (
          <MenuFrame target={button}>
            {editLabel !== null && (
              <Menu.Item
                leftSection={<IconPencil size={22} stroke={1.75} aria-hidden="true" />}
                onClick={() => openDialog(props.editor)}
              >
                {editLabel}
              </Menu.Item>
            )}
            {deleteLabel !== null && (
              <Menu.Item leftSection={<IconTrash size={22} stroke={1.75} aria-hidden="true" />} onClick={() => setDeleting(true)}>
                {deleteLabel}
              </Menu.Item>
            )}
          </MenuFrame>
        )}
      />
      <ConfirmDialog
        isOpen={isDeleting}
        onClose={close}
        onConfirm={() => props.onDelete(close)}
        isBusy={props.isDeleting}
        title={props.deleteConfirm}
        confirmLabel={text('chrome.delete')}
      >
        {deleteNote !== undefined && <p>{deleteNote}</p>}
      </ConfirmDialog>
    </>
  )
}
