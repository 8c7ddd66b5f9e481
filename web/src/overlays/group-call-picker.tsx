import { GroupCallDialog } from '../features/calls/components/group-call-dialog.tsx'
import { useMembers } from '../features/messaging/messaging.queries.ts'
import { useCurrentUser } from '../platform/session/current-user.ts'

/** Picks members of a group for a call. */
export function GroupCallPicker({ threadId, onClose }: { threadId: string; onClose: () => void }) {
  const viewer = useCurrentUser()
  const { members: all, error, refetch } = useMembers(threadId)
  const members = all?.filter(({ UserId }) => UserId !== viewer?.id).map(({ user }) => user)
  return <GroupCallDialog groupId={threadId} members={members} error={error} onRetry={() => void refetch()} onClose={onClose} />
}
