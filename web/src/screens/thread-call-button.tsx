import { ActionIcon } from '@mantine/core'
import { IconPhone } from '@tabler/icons-react'
import type { MessageThread } from '@noroshi/contract/messaging/threads.http'
import { CallIconButton } from '../features/calls/components/call-button.tsx'
import { useCommand } from '../platform/commands/use-command.ts'
import { useText } from '../platform/i18n.ts'

/** Calls the other member of a personal chat, or opens the picker of members of a group. */
export function ThreadCallButton({ thread }: { thread: MessageThread }) {
  const { recipient } = thread
  if (thread.isGroup) return <GroupCallButton threadId={thread.id} />
  return recipient && <CallIconButton userId={recipient.id} name={recipient.fullName} />
}

function GroupCallButton({ threadId }: { threadId: string }) {
  const text = useText()
  const { run, isRunning } = useCommand('call.start')
  return (
    <ActionIcon aria-label={text('calls.groupCall')} loading={isRunning} onClick={() => run({ userId: null, threadId })}>
      <IconPhone size={24} stroke={1.75} aria-hidden="true" />
    </ActionIcon>
  )
}
