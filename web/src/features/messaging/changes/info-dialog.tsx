import { useQuery } from '@tanstack/react-query'
import type { Message } from '@noroshi/contract/messaging/messaging.http'
import { type Receipt, receiptRoutes } from '@noroshi/contract/messaging/receipts.http'
import { call } from '../../../platform/connection/http.ts'
import { useLanguage, useText } from '../../../platform/language/i18n.ts'
import { nameOf } from '../../../platform/language/person-name.ts'
import { dateTime } from '../../../platform/language/time.ts'
import { Avatar } from '../../../shared/people/avatar.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { ErrorState, ListSkeleton } from '../../../ui/states/states.tsx'
import css from './message-lists.module.css'

/** Who has received and read an own message or heard an own transmission, and when. */
export function InfoDialog({ message, onClose }: { message: Message; onClose: () => void }) {
  const text = useText()
  const language = useLanguage()
  const { id, createdAt, messageType } = message
  const isHeard = messageType === 'asrChat'
  const { data, error, refetch } = useQuery({
    queryKey: ['messages', 'receipts', id] as const,
    queryFn: ({ signal }) => call(receiptRoutes.list, { params: { id }, signal }),
  })
  const all = data?.others ?? 0
  const count = (list: readonly Receipt[]) => ({ count: list.length, all })
  return (
    <Dialog isOpen onClose={onClose} title={text('messages.infoTitle')}>
      <p className={css.sent}>
        {text('messages.infoSent')} <time dateTime={createdAt}>{dateTime(createdAt, language)}</time>
      </p>
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} title={text('messages.infoFailed')} />}
      {!data && !error && <ListSkeleton />}
      {data?.read && (
        <Receipts title={text(isHeard ? 'messages.infoHeard' : 'messages.infoRead', count(data.read))} receipts={data.read} />
      )}
      {data && !data.read && (
        <p className={css.sent}>
          {text(!data.delivered ? 'messages.infoBlocked' : isHeard ? 'messages.infoHeardHidden' : 'messages.infoHidden')}
        </p>
      )}
      {data?.delivered && <Receipts title={text('messages.infoDelivered', count(data.delivered))} receipts={data.delivered} />}
    </Dialog>
  )
}

function Receipts({ title, receipts }: { title: string; receipts: readonly Receipt[] }) {
  const language = useLanguage()
  return (
    <section aria-label={title}>
      <h3 className={css.title}>{title}</h3>
      <ul className={css.people}>
        {receipts.map(({ person, at }) => (
          <li key={person.id}>
            <Avatar person={person} size={36} />
            <span className="one-line" translate="no">
              {nameOf(person)}
            </span>
            {at !== null && (
              <time className={css.time} dateTime={at}>
                {dateTime(at, language)}
              </time>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
