import { Button, TextInput } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { lastSeenOf, type RegisteredPerson } from '@noroshi/contract/reception/people'
import { serverNow } from '../../../platform/connection/server-time.ts'
import { useLanguage, useText } from '../../../platform/language/i18n.ts'
import { fromLocalDateTime, toLocalDateTime } from '../../../platform/language/local-date-time.ts'
import { dateTime } from '../../../platform/language/time.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { LoadMore } from '../../../ui/layout/load-more.tsx'
import { ErrorState, ListSkeleton } from '../../../ui/states/states.tsx'
import { deskName } from '../desk-name.ts'
import { useConfirm, useLeave } from '../reception.changes.ts'
import { registerQuery } from '../reception.queries.ts'
import { PersonFacts } from './person-facts.tsx'
import css from './reception.module.css'

/** Returns the start of the hour in the time zone of this device, which desks that begin a count together share. */
function startOfHour(now: number): string {
  const hour = new Date(now)
  hour.setMinutes(0, 0, 0)
  return hour.toISOString()
}

/** Asks who of the people inside is still here: those who neither entered nor were confirmed since the start of the count. */
export function EveningCount({ placeId }: { placeId: string }) {
  const text = useText()
  const language = useLanguage()
  const [start, setStart] = useState(() => toLocalDateTime(startOfHour(serverNow())))
  /** The start of the count in UTC; null: no count. */
  const [since, setSince] = useState<string | null>(null)
  const chosen = fromLocalDateTime(start)
  return (
    <Card className={`${css.part} ${css.onScreen}`}>
      <h2>{text('reception.count')}</h2>
      <p className={css.quiet}>{text('reception.countNote')}</p>
      {since === null ? (
        <TextInput
          type="datetime-local"
          label={text('reception.countSince')}
          description={text('reception.countSinceHint')}
          value={start}
          onChange={({ currentTarget }) => setStart(currentTarget.value)}
        />
      ) : (
        <p>{text('reception.countSinceTime', { time: dateTime(since, language) })}</p>
      )}
      <span className={css.buttons}>
        <Button
          variant="default"
          aria-expanded={since !== null}
          disabled={start === ''}
          onClick={() => setSince(since === null ? chosen : null)}
        >
          {text(since === null ? 'reception.countStart' : 'reception.countEnd')}
        </Button>
      </span>
      {since !== null && <Unseen placeId={placeId} since={since} />}
    </Card>
  )
}

/** An answer that was chosen for a person and is not stored yet. */
interface Chosen {
  /** The position of the person in the list. */
  readonly index: number
  /** The announcement when it is stored. */
  readonly stored: string
}

function Unseen({ placeId, since }: { placeId: string; since: string }) {
  const text = useText()
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    registerQuery(placeId, { filter: 'inside', need: null, text: '', unseenSince: since }),
  )
  // The list is not fetched again after each answer: each page would be an entry of the audit log.
  const isAsked = ({ stay }: RegisteredPerson) =>
    stay.leftAt === null && stay.mode === 'inside' && Date.parse(lastSeenOf(stay)) < Date.parse(since)
  const people = data?.pages.flatMap(({ items }) => items).filter(isAsked) ?? []
  const { list, status, announcement, choose } = useNextRow(people.map(({ id }) => id))
  if (!data) {
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} title={text('reception.registerFailed')} />
    ) : (
      <ListSkeleton />
    )
  }
  return (
    <>
      <p ref={status} role="status" tabIndex={-1}>
        {announcement} {people.length === 0 && !hasNextPage && text('reception.countDone')}
      </p>
      <ul ref={list} className={css.rows}>
        {people.map((person, index) => (
          <UnseenRow
            key={person.id}
            placeId={placeId}
            person={person}
            onChoose={(stored) => choose(person.id, { index, stored })}
          />
        ))}
      </ul>
      {hasNextPage && (
        <LoadMore label={text('reception.more')} isLoading={isFetchingNextPage} onMore={() => void fetchNextPage()} />
      )}
    </>
  )
}

/**
 * Announces each person who leaves the list because an answer was stored. The focus, which was on a button of that person, moves to
 * the person who takes the place, or to the announcement after the last one.
 * @param ids the people of the list
 */
function useNextRow(ids: readonly string[]) {
  const list = useRef<HTMLUListElement>(null)
  const status = useRef<HTMLParagraphElement>(null)
  const chosen = useRef(new Map<string, Chosen>())
  const [announcement, setAnnouncement] = useState('')
  useEffect(() => {
    for (const [id, { index, stored }] of chosen.current) {
      if (ids.includes(id)) continue
      chosen.current.delete(id)
      setAnnouncement(stored)
      if (document.activeElement !== null && document.activeElement !== document.body) continue
      const rows = list.current?.children
      const next = rows?.[Math.min(index, rows.length - 1)]?.querySelector('button') ?? status.current
      next?.focus()
    }
  }, [ids])
  return { list, status, announcement, choose: (id: string, answer: Chosen) => chosen.current.set(id, answer) }
}

interface RowProps {
  readonly placeId: string
  readonly person: RegisteredPerson
  /** Called with the announcement of an answer before it is sent. */
  readonly onChoose: (stored: string) => void
}

function UnseenRow({ placeId, person, onChoose }: RowProps) {
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
          onClick={() => {
            onChoose(text('reception.stillHereOf', { name }))
            confirm.mutate([person.id])
          }}
        >
          {text('reception.stillHere')}
        </Button>
        <Button
          variant="default"
          aria-label={text('reception.leaveOf', { name })}
          disabled={isBusy}
          onClick={() => {
            onChoose(text('reception.leaveDone', { name }))
            leave.mutate({ personIds: [person.id], desk: deskName() })
          }}
        >
          {text('reception.leave')}
        </Button>
      </span>
    </li>
  )
}
