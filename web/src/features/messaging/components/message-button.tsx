import { Button } from '@mantine/core'
import { IconMessageCircle } from '@tabler/icons-react'
import { useText } from '../../../platform/i18n.ts'
import { useOpenChat } from '../use-open-chat.ts'

/** Opens the personal chat with a user; creates it if missing. */
export function MessageButton({ userId }: { userId: string }) {
  const text = useText()
  const { run, isRunning } = useOpenChat()
  return (
    <Button
      leftSection={<IconMessageCircle size={20} stroke={2} aria-hidden="true" />}
      loading={isRunning}
      onClick={() => run({ userId, threadId: null })}
    >
      {text('messages.message')}
    </Button>
  )
}
