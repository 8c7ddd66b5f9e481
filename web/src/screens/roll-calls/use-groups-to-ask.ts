import { useQueries } from '@tanstack/react-query'
import { messagingEntities, myMembershipEntity } from '../../features/messaging/messaging.entities.ts'
import { myMembershipQuery, useThreads } from '../../features/messaging/messaging.queries.ts'
import type { GroupToAsk } from '../../features/roll-calls/admin/new-roll-call-dialog.tsx'
import { useCurrentUser } from '../../platform/session/current-user.ts'
import { replyOf } from '../../platform/store/replies.ts'
import { useStore } from '../../platform/store/use-store.ts'

/** Returns the groups whose members the user may ask: all own groups for an administrator, otherwise those they administer. */
export function useGroupsToAsk(): readonly GroupToAsk[] {
  const mayAskAny = useCurrentUser()?.isAdmin === true
  const { threads = [] } = useThreads('group')
  useQueries({ queries: threads.map(({ id }) => ({ ...myMembershipQuery(id), enabled: !mayAskAny })) })
  const administered = useStore(messagingEntities, myMembershipEntity.name, (store) =>
    threads.flatMap(({ id }) => (replyOf(store, myMembershipEntity, id)?.isAdmin === true ? id : [])).join(' '),
  ).split(' ')
  return threads
    .filter(({ id }) => mayAskAny || administered.includes(id))
    .map(({ id, group }) => ({ threadId: id, name: group?.name ?? '' }))
}
