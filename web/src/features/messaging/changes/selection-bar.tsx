import { ActionIcon } from '@mantine/core'
import { IconCopy, IconShare3, IconTrash, IconX } from '@tabler/icons-react'
import { useText } from '../../../platform/language/i18n.ts'
import { useEscape } from '../../../ui/layout/use-escape.ts'
import css from './selection-bar.module.css'

interface Props {
  count: number
  mayForward: boolean
  mayDelete: boolean
  onCopy: () => void
  onForward: () => void
  onDelete: () => void
  onEnd: () => void
}

/** What is done with the selected messages. It covers the upper edge of the chat. */
export function SelectionBar({ count, mayForward, mayDelete, onCopy, onForward, onDelete, onEnd }: Props) {
  const text = useText()
  useEscape('composing', true, onEnd)
  return (
    <div className={css.bar} role="toolbar" aria-label={text('messages.selected', { count })}>
      <ActionIcon aria-label={text('messages.endSelection')} onClick={onEnd}>
        <IconX size={22} stroke={2} aria-hidden="true" />
      </ActionIcon>
      <b role="status">{text('messages.selected', { count })}</b>
      <ActionIcon aria-label={text('messages.copyText')} disabled={count === 0} onClick={onCopy}>
        <IconCopy size={22} stroke={1.75} aria-hidden="true" />
      </ActionIcon>
      <ActionIcon aria-label={text('messages.forward')} disabled={!mayForward} onClick={onForward}>
        <IconShare3 size={22} stroke={1.75} aria-hidden="true" />
      </ActionIcon>
      <ActionIcon aria-label={text('messages.delete')} disabled={!mayDelete} onClick={onDelete}>
        <IconTrash size={22} stroke={1.75} aria-hidden="true" />
      </ActionIcon>
    </div>
  )
}
