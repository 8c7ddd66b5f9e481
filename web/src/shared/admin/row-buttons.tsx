import { ActionIcon } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useText } from '../../platform/language/i18n.ts'
import css from './admin.module.css'

interface Props {
  /** The name of the row, for the accessible names of the buttons. */
  name: string
  onEdit: () => void
  onDelete: () => void
}

export function RowButtons({ name, onEdit, onDelete }: Props) {
  const text = useText()
  return (
    <span className={css.buttons}>
      <ActionIcon aria-label={text('admin.editOf', { name })} onClick={onEdit}>
        <IconPencil size={20} stroke={1.75} aria-hidden="true" />
      </ActionIcon>
      <ActionIcon aria-label={text('admin.deleteOf', { name })} onClick={onDelete}>
        <IconTrash size={20} stroke={1.75} aria-hidden="true" />
      </ActionIcon>
    </span>
  )
}
