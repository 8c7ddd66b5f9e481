import { ActionIcon, Button } from '@mantine/core'
import { IconPhone } from '@tabler/icons-react'
import { useText } from '../../../platform/i18n.ts'
import { useStartCall } from '../calls.changes.ts'

/** Calls a user, from the profile. */
export function CallButton({ userId }: { userId: string }) {
  const text = useText()
  const { mutate, isPending } = useStartCall()
  return (
    <Button
      variant="default"
      leftSection={<IconPhone size={20} stroke={2} aria-hidden="true" />}
      loading={isPending}
      onClick={() => mutate(userId)}
    >
      {text('calls.call')}
    </Button>
  )
}

/** Calls the other member of a personal chat, from its header. */
export function CallIconButton({ userId, name }: { userId: string; name: string }) {
  const text = useText()
  const { mutate, isPending } = useStartCall()
  return (
    <ActionIcon aria-label={text('calls.callName', { name })} loading={isPending} onClick={() => mutate(userId)}>
      <IconPhone size={24} stroke={1.75} aria-hidden="true" />
    </ActionIcon>
  )
}
