import { ActionIcon } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useText } from '../../../platform/i18n.ts'
import css from './admin.module.css'

interface Props {
  /** Of the row, for those who hear the keys. */
  name: string
  onEdit: () => void
  onDelete: () => void
}

export function RowKeys({ name, onEdit, onDelete }: Props) {
  const text = useText()
  return (
    <span className={css.keys}>
      <ActionIcon aria-label={text('admin.editOf', { name })} onClick={onEdit}>
        <IconPencil size={20} stroke={1.75} aria-hidden="true" />
      </ActionIcon>
      <ActionIcon aria-label={text('admin.deleteOf', { name })} onClick={onDelete}>
        <IconTrash size={20} stroke={1.75} aria-hidden="true" />
      </ActionIcon>
    </span>
  )
}
