import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { Place } from '@noroshi/contract/places/places.http'
import { AGE_GROUPS, type AgeGroup, type Headcount as Numbers, type PeopleCount } from '@noroshi/contract/reception/headcount'
import { NEEDS, Sex } from '@noroshi/contract/reception/people'
import { DOUBLES_MAX } from '@noroshi/contract/reception/reception.http'
import { type Text, useLanguage, useText } from '../../../platform/language/i18n.ts'
import { dateTime } from '../../../platform/language/time.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { ErrorState, ListSkeleton } from '../../../ui/states/states.tsx'
import { headcountQuery } from '../reception.queries.ts'
import { headcountOfCopy } from '../offline/desk-people.ts'
import { useOfflineDesk } from '../offline/use-offline-desk.ts'
import css from './reception.module.css'

/** The headcount of a shelter, now and by the hour. */
export function Headcount({ place }: { place: Place }) {
  const text = useText()
  const language = useLanguage()
  const { data, error, refetch } = useQuery(headcountQuery(place.id))
  const { isOffline, copy, unsent } = useOfflineDesk(place.id)
  if (isOffline && copy !== null) return <OfflineHeadcount numbers={headcountOfCopy(copy)} unsent={unsent.length} />
  if (!data) {
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} title={text('reception.headcountFailed')} />
    ) : (
      <ListSkeleton />
    )
  }
  const { now, hours, doubles } = data
  return (
    <>
      <Card className={css.part}>
        <h2>{text('reception.headcount')}</h2>
        <p className={css.quiet}>
          {text('reception.asOf', { time: dateTime(now.at, language) })}
          {place.capacity !== null && ` · ${text('reception.capacity', { capacity: place.capacity })}`}
        </p>
        <dl className={css.counts}>
          <Count label={text('reception.mode.inside')} count={now.inside.people} />
          <Count label={text('reception.mode.elsewhere')} count={now.elsewhere.people} />
          {/* Not their sum: a household may have people in both. */}
          <Count label={text('reception.householdsInside')} count={now.inside.households} />
          <Count label={text('reception.householdsElsewhere')} count={now.elsewhere.households} />
        </dl>
        {doubles > 0 && (
          <p role="status">
            {text(doubles < DOUBLES_MAX ? 'reception.undecided' : 'reception.undecidedMany', { count: doubles })}
          </p>
        )}
        <span className={css.buttons}>
          <Button
            variant="default"
            leftSection={<IconPrinter size={20} stroke={1.75} aria-hidden="true" />}
            onClick={() => window.print()}
          >
            {text('reception.print')}
          </Button>
        </span>
        <Breakdown numbers={now} />
      </Card>
      <Card className={css.part}>
        <h2>{text('reception.byHour')}</h2>
        <table className={css.table}>
          <thead>
            <tr>
              <th scope="col">{text('reception.hour')}</th>
              <th scope="col">{text('reception.mode.inside')}</th>
              <th scope="col">{text('reception.mode.elsewhere')}</th>
            </tr>
          </thead>
          <tbody>
            {hours.map(({ at, inside, elsewhere }) => (
              <tr key={at}>
                <th scope="row">
                  <time dateTime={at}>{dateTime(at, language)}</time>
                </th>
                <td>{inside.people}</td>
                <td>{elsewhere.people}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Card>
    </>
  )
}

/** The headcount of the copy that this device keeps. */
function OfflineHeadcount({ numbers, unsent }: { numbers: Numbers; unsent: number }) {
  const text = useText()
  const language = useLanguage()
  return (
    <Card className={css.part}>
      <h2>{text('reception.headcount')}</h2>
      <p role="status">{text('reception.offline.asOf', { time: dateTime(numbers.at, language), count: unsent })}</p>
      <dl className={css.counts}>
        <Count label={text('reception.mode.inside')} count={numbers.inside.people} />
        <Count label={text('reception.mode.elsewhere')} count={numbers.elsewhere.people} />
        <Count label={text('reception.householdsInside')} count={numbers.inside.households} />
        <Count label={text('reception.householdsElsewhere')} count={numbers.elsewhere.households} />
      </dl>
      <Breakdown numbers={numbers} />
    </Card>
  )
}

const Count = ({ label, count }: { label: string; count: number }) => (
  <div>
    <dt>{label}</dt>
    <dd>{count}</dd>
  </div>
)

function ageLabel(group: AgeGroup, text: Text): string {
  if (group === 'unknown') return text('reception.unknown')
  return group === '75+' ? text('reception.ageOver') : text('reception.age', { years: group })
}

/** The numbers by sex, age and need, inside and elsewhere. */
function Breakdown({ numbers: { inside, elsewhere } }: { numbers: Numbers }) {
  const text = useText()
  const groups: readonly (readonly [string, readonly (readonly [string, (count: PeopleCount) => number])[]])[] = [
    [
      text('reception.people'),
      [
        [text('reception.total'), (count) => count.people],
        [text('reception.households'), (count) => count.households],
      ],
    ],
    [
      text('reception.sex'),
      Sex.options.map((sex) => [text(`reception.sex.${sex}`), (count: PeopleCount) => count.sex[sex]] as const),
    ],
    [
      text('reception.ages'),
      AGE_GROUPS.map((group) => [ageLabel(group, text), (count: PeopleCount) => count.ages[group]] as const),
    ],
    [
      text('reception.needs'),
      NEEDS.map((need) => [text(`reception.need.${need}`), (count: PeopleCount) => count.needs[need]] as const),
    ],
  ]
  return (
    <>
      {groups.map(([title, rows]) => (
        <table key={title} className={css.table}>
          <thead>
            <tr>
              <th scope="col">{title}</th>
              <th scope="col">{text('reception.mode.inside')}</th>
              <th scope="col">{text('reception.mode.elsewhere')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(([label, countOf]) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td>{countOf(inside)}</td>
                <td>{countOf(elsewhere)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ))}
    </>
  )
}
