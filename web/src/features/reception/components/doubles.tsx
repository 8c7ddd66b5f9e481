import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { RegisteredPerson } from '@noroshi/contract/reception/people'
import { DOUBLES_MAX, type ProbableDouble } from '@noroshi/contract/reception/reception.http'
import { useText } from '../../../platform/language/i18n.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { useDecide } from '../reception.changes.ts'
import { doublesQuery } from '../reception.queries.ts'
import { PersonFacts } from './person-facts.tsx'
import css from './reception.module.css'

/** Pairs above the register at first, so that its search stays near. */
const SHOWN_FIRST = 2

/** The probable doubles of a register that were not decided. */
export function Doubles({ placeId }: { placeId: string }) {
  const text = useText()
  const { data } = useQuery(doublesQuery(placeId))
  const [areAllShown, setAreAllShown] = useState(false)
  if (!data || data.items.length === 0) return null
  const { items } = data
  const count = items.length
  const shown = areAllShown ? items : items.slice(0, SHOWN_FIRST)
  return (
    <Card className={css.part}>
      <h2>{text(count < DOUBLES_MAX ? 'reception.doubles' : 'reception.doublesMany', { count })}</h2>
      {shown.map((pair) => (
        <DoubleCard key={pair.first.id + pair.second.id} placeId={placeId} pair={pair} />
      ))}
      {shown.length < count && (
        <Button variant="default" onClick={() => setAreAllShown(true)}>
          {text('reception.doublesMore', { count: count - shown.length })}
        </Button>
      )}
    </Card>
  )
}

/** Two people who may be one. The one who was received first stays in the list if they are. */
export function DoubleCard({ placeId, pair }: { placeId: string; pair: ProbableDouble }) {
  const text = useText()
  const { mutate, isPending } = useDecide(placeId)
  const isFirst = pair.first.stay.enteredAt <= pair.second.stay.enteredAt
  const [first, second] = isFirst ? [pair.first, pair.second] : [pair.second, pair.first]
  const [decision, setDecision] = useState<'same' | 'different' | null>(null)
  const decide = (next: 'same' | 'different' | 'undecided') =>
    mutate(
      { personId: first.id, otherId: second.id, decision: next },
      { onSuccess: () => setDecision(next === 'undecided' ? null : next) },
    )
  return (
    <div className={css.part}>
      <div className={css.pair}>
        <Side person={first} />
        <Side person={second} />
      </div>
      {decision === null ? (
        <>
          <b>{text('reception.doubleQuestion')}</b>
          <span className={css.buttons}>
            <Button variant="default" disabled={isPending} onClick={() => decide('same')}>
              {text('reception.same')}
            </Button>
            <Button variant="default" disabled={isPending} onClick={() => decide('different')}>
              {text('reception.different')}
            </Button>
          </span>
        </>
      ) : (
        <span className={css.buttons}>
          <b role="status">{text(`reception.${decision}`)}</b>
          <Button variant="default" disabled={isPending} onClick={() => decide('undecided')}>
            {text('reception.undo')}
          </Button>
        </span>
      )}
    </div>
  )
}

const Side = ({ person }: { person: RegisteredPerson }) => (
  <div className={css.side}>
    <b translate="no">{person.name}</b>
    <PersonFacts person={person} />
  </div>
)
