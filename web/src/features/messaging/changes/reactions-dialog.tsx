import { useQuery } from '@tanstack/react-query'
import { messageChangeRoutes } from '@noroshi/contract/messaging/message-changes.http'
import type { Message } from '@noroshi/contract/messaging/messaging.http'
import { call } from '../../../platform/connection/http.ts'
import { useText } from '../../../platform/language/i18n.ts'
import { nameOf } from '../../../platform/language/person-name.ts'
import { Avatar } from '../../../shared/people/avatar.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { ErrorState, ListSkeleton } from '../../../ui/states/states.tsx'
import css from './message-lists.module.css'

/** Who reacted to a message, and how. */
export function ReactionsDialog({ message, onClose }: { message: Message; onClose: () => void }) {
  const text = useText()
  const { id } = message
  const { data, error, refetch } = useQuery({
    queryKey: ['messages', 'reactions', id, message.version] as const,
    queryFn: ({ signal }) => call(messageChangeRoutes.reactions, { params: { id }, signal }),
  })
  return (
    <Dialog isOpen onClose={onClose} title={text('messages.whoReacted')}>
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} title={text('messages.reactionsFailed')} />}
      {!data && !error && <ListSkeleton />}
      <ul className={css.people}>
        {data?.items.map(({ person, emoji }) => (
          <li key={person.id}>
            <Avatar person={person} size={36} />
            <span className="one-line" translate="no">
              {nameOf(person)}
            </span>
            <span className={css.emoji}>{emoji}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
