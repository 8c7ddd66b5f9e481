import { useQuery } from '@tanstack/react-query'
import type { Message } from '@noroshi/contract/messaging/messaging.http'
import type { Poll } from '@noroshi/contract/messaging/polls'
import { useText } from '../../../platform/language/i18n.ts'
import { nameOf } from '../../../platform/language/person-name.ts'
import { Avatar } from '../../../shared/people/avatar.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { ErrorState, ListSkeleton } from '../../../ui/states/states.tsx'
import lists from '../changes/message-lists.module.css'
import { votesQuery } from './poll.queries.ts'
import css from './poll.module.css'

/** Who voted for what. */
export function VotesDialog({ message: { id, version }, poll, onClose }: { message: Message; poll: Poll; onClose: () => void }) {
  const text = useText()
  const { data, error, refetch } = useQuery(votesQuery(id, version))
  return (
    <Dialog isOpen onClose={onClose} title={text('messages.poll.votes')}>
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} title={text('messages.poll.votesFailed')} />}
      {!data && !error && <ListSkeleton />}
      {data &&
        poll.options.map((option) => {
          const votes = data.items.filter(({ optionIds }) => optionIds.includes(option.id))
          return (
            <section key={option.id} className={css.votes}>
              <h3>{text('messages.poll.votesOf', { option: option.text, count: votes.length })}</h3>
              <ul className={lists.people}>
                {votes.map(({ person }) => (
                  <li key={person.id}>
                    <Avatar person={person} size={36} />
                    <span className="one-line" translate="no">
                      {nameOf(person)}
                    </span>
                  </li>
                ))}
              </ul>
            </section>
          )
        })}
    </Dialog>
  )
}
