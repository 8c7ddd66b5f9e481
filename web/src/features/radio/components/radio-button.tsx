import { ActionIcon } from '@mantine/core'
import { useCommand } from '../../../platform/commands/use-command.ts'
import { useText } from '../../../platform/i18n.ts'
import { WalkieTalkieIcon } from './walkie-talkie-icon.tsx'

/** Starts the radio chat of a thread, or joins the running one, from the header of the chat. */
export function RadioButton({ threadId }: { threadId: string }) {
  const text = useText()
  const { run, isRunning } = useCommand('radio.start')
  return (
    <ActionIcon aria-label={text('radio.open')} loading={isRunning} onClick={() => run({ userId: null, threadId })}>
      <WalkieTalkieIcon />
    </ActionIcon>
  )
}
