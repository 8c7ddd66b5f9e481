import { ActionIcon, Button } from '@mantine/core'
import { IconPhone } from '@tabler/icons-react'
import { useCommand } from '../../../platform/commands/use-command.ts'
import { useText } from '../../../platform/i18n.ts'

/** Calls a user, from the profile. */
export function CallButton({ userId }: { userId: string }) {
  const text = useText()
  const { run, isRunning } = useCommand('call.start')
  return (
    <Button
      variant="default"
      leftSection={<IconPhone size={20} stroke={2} aria-hidden="true" />}
      loading={isRunning}
      onClick={() => run({ userId, threadId: null })}
    >
      {text('calls.call')}
    </Button>
  )
}

/** Calls the other member of a personal chat, from its header. */
export function CallIconButton({ userId, name }: { userId: string; name: string }) {
  const text = useText()
  const { run, isRunning } = useCommand('call.start')
  return (
    <ActionIcon aria-label={text('calls.callName', { name })} loading={isRunning} onClick={() => run({ userId, threadId: null })}>
      <IconPhone size={24} stroke={1.75} aria-hidden="true" />
    </ActionIcon>
  )
}
