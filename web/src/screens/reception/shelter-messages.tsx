import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { usePassOn } from '../../features/person-searches/person-searches.changes.ts'
import { shelterMessagesQuery } from '../../features/person-searches/person-searches.queries.ts'
import css from '../../features/reception/components/reception.module.css'
import { useText } from '../../platform/language/i18n.ts'
import { Tag } from '../../ui/layout/tag.tsx'
import { EmptyState, ErrorState, ListSkeleton } from '../../ui/states/states.tsx'
import '../person-search-live.ts'
import { SearchMessage } from '../person-search/search-message.tsx'

/** The messages for people without an account, which the staff of the shelter passes on. */
export function ShelterMessages({ placeId }: { placeId: string }) {
  const text = useText()
  const { data, error, refetch } = useQuery(shelterMessagesQuery(placeId))
  const { mutate, isPending } = usePassOn(placeId)
  if (!data) {
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} title={text('personSearch.loadFailed')} />
    ) : (
      <ListSkeleton />
    )
  }
  if (data.items.length === 0)
    return <EmptyState title={text('personSearch.noMessages')} note={text('personSearch.ofShelterNote')} />
  return (
    <section className={css.part}>
      <h2>{text('personSearch.ofShelter')}</h2>
      <p className={css.quiet}>{text('personSearch.ofShelterNote')}</p>
      <ul className={css.rows}>
        {data.items.map((message) => {
          const { id, registeredId, name, passedOnAt } = message
          return (
            <li key={`${id} ${registeredId}`}>
              <SearchMessage message={message} />
              {passedOnAt === null ? (
                <Button
                  variant="default"
                  aria-label={text('personSearch.passOnOf', { name })}
                  disabled={isPending}
                  onClick={() => mutate({ id, registeredId })}
                >
                  {text('personSearch.passOn')}
                </Button>
              ) : (
                <Tag tone="ok">{text('personSearch.passOn')}</Tag>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
