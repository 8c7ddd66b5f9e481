import type { Call } from '@noroshi/contract/calls/calls.http'
import { AddMembersDialog } from '../features/calls/components/add-members-dialog.tsx'
import { useMembers } from '../features/messaging/messaging.queries.ts'

interface Props {
  call: Call
  onClose: () => void
}

/** Adds users to a group call: the members of its group chat, or any users if it has none. */
export function AddCallMembers({ call, onClose }: Props) {
  if (call.MessageGroupId === null) return <AddMembersDialog call={call} group={null} onClose={onClose} />
  return <AddGroupMembers call={call} threadId={call.MessageGroupId} onClose={onClose} />
}

function AddGroupMembers({ call, threadId, onClose }: Props & { threadId: string }) {
  const { members, error, refetch } = useMembers(threadId)
  const group = { members: members?.map(({ user }) => user), error, onRetry: () => void refetch() }
  return <AddMembersDialog call={call} group={group} onClose={onClose} />
}
