import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { lastSeenOf, type RegisteredPerson } from '@noroshi/contract/reception/people'
import { serverNow } from '../../../platform/connection/server-time.ts'
import { useText } from '../../../platform/language/i18n.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { LoadMore } from '../../../ui/layout/load-more.tsx'
import { ErrorState, ListSkeleton } from '../../../ui/states/states.tsx'
import { toastSuccess } from '../../../ui/states/toast.tsx'
import { deskName } from '../desk-name.ts'
import { useConfirm, useLeave } from '../reception.changes.ts'
import { registerQuery } from '../reception.queries.ts'
import { PersonFacts } from './person-facts.tsx'
import css from './reception.module.css'

/** Returns the start of the day in the time zone of this device. */
function startOfDay(now: number): string {
  const day = new Date(now)
  day.setHours(0, 0, 0, 0)
  return day.toISOString()
}

/** Asks who of the people inside is still here: those who neither entered nor were confirmed today. */
export function EveningCount({ placeId }: { placeId: string }) {
  const text = useText()
  /** The start of the day of the count; null: no count. */
  const [since, setSince] = useState<string | null>(null)
  return (
    <Card className={`${css.part} ${css.onScreen}`}>
      <h2>{text('reception.count')}</h2>
      <p className={css.quiet}>{text('reception.countNote')}</p>
      <span className={css.buttons}>
        <Button
          variant="default"
          aria-expanded={since !== null}
          onClick={() => setSince(since === null ? startOfDay(serverNow()) : null)}
        >
          {text(since === null ? 'reception.countStart' : 'reception.countEnd')}
        </Button>
      </span>
      {since !== null && <Unseen placeId={placeId} since={since} />}
    </Card>
  )
}

function Unseen({ placeId, since }: { placeId: string; since: string }) {
  const text = useText()
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    registerQuery(placeId, { filter: 'inside', need: null, text: '', unseenSince: since }),
  )
  if (!data) {
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} title={text('reception.registerFailed')} />
    ) : (
      <ListSkeleton />
    )
  }
  // The list is not fetched again after each answer: each page would be an entry of the audit log.
  const isAsked = ({ stay }: RegisteredPerson) =>
    stay.leftAt === null && stay.mode === 'inside' && Date.parse(lastSeenOf(stay)) < Date.parse(since)
  const people = data.pages.flatMap(({ items }) => items).filter(isAsked)
  return (
    <>
      {people.length === 0 && !hasNextPage && <p role="status">{text('reception.countDone')}</p>}
      <ul className={css.rows}>
        {people.map((person) => (
          <UnseenRow key={person.id} placeId={placeId} person={person} />
        ))}
      </ul>
      {hasNextPage && (
        <LoadMore label={text('reception.more')} isLoading={isFetchingNextPage} onMore={() => void fetchNextPage()} />
      )}
    </>
  )
}

function UnseenRow({ placeId, person }: { placeId: string; person: RegisteredPerson }) {
  const text = useText()
  const confirm = useConfirm(placeId)
  const leave = useLeave(placeId)
  const isBusy = confirm.isPending || leave.isPending
  const name = person.name || text('reception.removed')
  return (
    <li>
      <span className={css.person}>
        <b translate="no">{name}</b>
        <PersonFacts person={person} />
      </span>
      <span className={css.actions}>
        <Button
          aria-label={text('reception.stillHereOf', { name })}
          disabled={isBusy}
          onClick={() => confirm.mutate([person.id])}
        >
          {text('reception.stillHere')}
        </Button>
        <Button
          variant="default"
          aria-label={text('reception.leaveOf', { name })}
          disabled={isBusy}
          onClick={() =>
            leave.mutate(
              { personIds: [person.id], desk: deskName() },
              { onSuccess: () => toastSuccess('reception.leaveDone', { name }) },
            )
          }
        >
          {text('reception.leave')}
        </Button>
      </span>
    </li>
  )
}
