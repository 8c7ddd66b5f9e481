import type { MessageThread } from '@noroshi/contract/messaging/threads.http'
import { nameOf } from '../platform/person-name.ts'
import { CallIconButton, GroupCallButton } from '../features/calls/components/call-button.tsx'

/** Calls the other member of a personal chat, or opens the picker of members of a group. */
export function ThreadCallButton({ thread }: { thread: MessageThread }) {
  const { recipient } = thread
  if (thread.isGroup) return <GroupCallButton threadId={thread.id} />
  return recipient && <CallIconButton userId={recipient.id} name={nameOf(recipient)} />
}
