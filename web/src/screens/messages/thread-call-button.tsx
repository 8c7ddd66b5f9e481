import { useQuery } from '@tanstack/react-query'
import type { Person } from '@noroshi/contract/accounts/accounts.http'
import type { MessageThread } from '@noroshi/contract/messaging/threads.http'
import { profileQuery } from '../../features/accounts/profile.queries.ts'
import { CallIconButton, GroupCallButton } from '../../features/calls/components/call-button.tsx'
import { isDeactivated } from '../../platform/connection/http-errors.ts'
import { nameOf } from '../../platform/language/person-name.ts'

/** Calls the other member of a personal chat, or opens the picker of members of a group. */
export function ThreadCallButton({ thread }: { thread: MessageThread }) {
  const { recipient } = thread
  if (thread.isGroup) return <GroupCallButton threadId={thread.id} />
  return recipient && <PersonCallButton person={recipient} />
}

/** A deactivated account offers no call. */
function PersonCallButton({ person }: { person: Person }) {
  const { error } = useQuery({ ...profileQuery(person.id), refetchInterval: false })
  return isDeactivated(error) ? null : <CallIconButton userId={person.id} name={nameOf(person)} />
}
