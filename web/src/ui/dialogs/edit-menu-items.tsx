import { Menu } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { openDialog } from './dialog-host.tsx'
import type { EditMenuProps } from './edit-menu.tsx'
import { MenuFrame } from './menu-frame.tsx'

interface Props extends Pick<EditMenuProps, 'editLabel' | 'deleteLabel' | 'editor'> {
  target: ReactElement
  onDelete: () => void
}

/** The items of an {@link EditMenu}. */
export function EditMenuItems({ target, editLabel, deleteLabel, editor, onDelete }: Props) {
  return (
    <MenuFrame target={target}>
      {editLabel !== null && (
        <Menu.Item leftSection={<IconPencil size={22} stroke={1.75} aria-hidden="true" />} onClick={() => openDialog(editor)}>
          {editLabel}
        </Menu.Item>
      )}
      {deleteLabel !== null && (
        <Menu.Item leftSection={<IconTrash size={22} stroke={1.75} aria-hidden="true" />} onClick={onDelete}>
          {deleteLabel}
        </Menu.Item>
      )}
    </MenuFrame>
  )
}
