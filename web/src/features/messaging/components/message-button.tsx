import { Button } from '@mantine/core'
import { IconMessageCircle } from '@tabler/icons-react'
import { useOpenChat } from '../use-open-chat.ts'

/** Opens the personal chat with a user; creates it if missing. */
export function MessageButton({ userId }: { userId: string }) {
  const { run, isRunning, label } = useOpenChat()
  return (
    <Button
      leftSection={<IconMessageCircle size={20} stroke={2} aria-hidden="true" />}
      loading={isRunning}
      onClick={() => run({ userId, threadId: null })}
    >
      {label}
    </Button>
  )
}
