import { IconDotsVertical } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useText } from '../../platform/language/i18n.ts'
import { retryUntilLoaded } from '../states/lazy-content.tsx'
import { MenuButton } from './menu-button.tsx'

export interface EditMenuProps {
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

const EditMenuItems = lazy(() =>
  retryUntilLoaded(() => import('./edit-menu-items.tsx')).then((module) => ({ default: module.EditMenuItems })),
)
const ConfirmDialog = lazy(() =>
  retryUntilLoaded(() => import('./confirm-dialog.tsx')).then((module) => ({ default: module.ConfirmDialog })),
)

/** A menu that edits content, and deletes it after a confirmation. */
export function EditMenu(props: EditMenuProps) {
  const text = useText()
  const [isDeleting, setDeleting] = useState(false)
  const close = () => setDeleting(false)
  const { label, className, editLabel, deleteLabel, editor, deleteNote } = props
  return (
    <>
      <MenuButton
        className={className}
        label={label}
        icon={props.icon ?? <IconDotsVertical size={22} stroke={1.75} aria-hidden="true" />}
        menu={(button) => (
          <EditMenuItems
            target={button}
            editLabel={editLabel}
            deleteLabel={deleteLabel}
            editor={editor}
            onDelete={() => setDeleting(true)}
          />
        )}
      />
      {isDeleting && (
        <Suspense>
          <ConfirmDialog
            isOpen
            onClose={close}
            onConfirm={() => props.onDelete(close)}
            isBusy={props.isDeleting}
            title={props.deleteConfirm}
            confirmLabel={text('chrome.delete')}
          >
            {deleteNote !== undefined && <p>{deleteNote}</p>}
          </ConfirmDialog>
        </Suspense>
      )}
    </>
  )
}
