import { ActionIcon } from '@mantine/core'
import { IconPhone } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import type { MessageThread } from '@noroshi/contract/messaging/threads.http'
import { CallIconButton } from '../features/calls/components/call-button.tsx'
import { membersQuery } from '../features/messaging/messaging.queries.ts'
import { useCurrentUser } from '../platform/current-user.ts'
import { useText } from '../platform/i18n.ts'

const GroupCallDialog = lazy(() =>
  import('../features/calls/components/group-call-dialog.tsx').then(({ GroupCallDialog: dialog }) => ({ default: dialog })),
)

/** Calls the other member of a personal chat, or opens the picker of members of a group. */
export function ThreadCallButton({ thread }: { thread: MessageThread }) {
  const { recipient } = thread
  if (thread.isGroup) return <GroupCallButton thread={thread} />
  return recipient && <CallIconButton userId={recipient.id} name={recipient.fullName} />
}

/** Opens the picker of members for a call of the group. */
function GroupCallButton({ thread }: { thread: MessageThread }) {
  const text = useText()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <ActionIcon aria-label={text('calls.groupCall')} onClick={() => setOpen(true)}>
        <IconPhone size={24} stroke={1.75} aria-hidden="true" />
      </ActionIcon>
      {isOpen && <GroupCallPicker threadId={thread.id} onClose={() => setOpen(false)} />}
    </>
  )
}

/** Picks members of a group for a call. */
export function GroupCallPicker({ threadId, onClose }: { threadId: string; onClose: () => void }) {
  const viewer = useCurrentUser()
  const { data, error, refetch } = useQuery(membersQuery(threadId))
  const members = data?.items.filter(({ UserId }) => UserId !== viewer?.id).map(({ user }) => user)
  return (
    <Suspense>
      <GroupCallDialog groupId={threadId} members={members} error={error} onRetry={() => void refetch()} onClose={onClose} />
    </Suspense>
  )
}
