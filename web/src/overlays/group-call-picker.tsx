import { useQuery } from '@tanstack/react-query'
import { GroupCallDialog } from '../features/calls/components/group-call-dialog.tsx'
import { membersQuery } from '../features/messaging/messaging.queries.ts'
import { useCurrentUser } from '../platform/current-user.ts'

/** Picks members of a group for a call. */
export function GroupCallPicker({ threadId, onClose }: { threadId: string; onClose: () => void }) {
  const viewer = useCurrentUser()
  const { data, error, refetch } = useQuery(membersQuery(threadId))
  const members = data?.items.filter(({ UserId }) => UserId !== viewer?.id).map(({ user }) => user)
  return <GroupCallDialog groupId={threadId} members={members} error={error} onRetry={() => void refetch()} onClose={onClose} />
}
