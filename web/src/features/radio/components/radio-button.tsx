import { ActionIcon } from '@mantine/core'
import { useText } from '../../../platform/i18n.ts'
import { useOpenRadio } from '../radio.changes.ts'
import { WalkieTalkieIcon } from './walkie-talkie-icon.tsx'

/** Starts the radio chat of a thread, or joins the running one, from the header of the chat. */
export function RadioButton({ threadId }: { threadId: string }) {
  const text = useText()
  const { open, isOpening } = useOpenRadio(threadId)
  return (
    <ActionIcon aria-label={text('radio.open')} loading={isOpening} onClick={open}>
      <WalkieTalkieIcon />
    </ActionIcon>
  )
}
