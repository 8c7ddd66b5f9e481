import { Button } from '@mantine/core'
import { IconMessageCircle } from '@tabler/icons-react'
import { useText } from '../../../platform/i18n.ts'
import { useStartChat } from '../messaging.changes.ts'

/** Opens the personal chat with a user; creates it if missing. */
export function MessageButton({ userId }: { userId: string }) {
  const text = useText()
  const { mutate, isPending } = useStartChat()
  return (
    <Button
      leftSection={<IconMessageCircle size={20} stroke={2} aria-hidden="true" />}
      loading={isPending}
      onClick={() => mutate(userId)}
    >
      {text('messages.message')}
    </Button>
  )
}
