import { Button } from '@mantine/core'
import { useState } from 'react'
import { SEARCH_MAX } from '@noroshi/contract/limits'
import { useText } from '../../../platform/language/i18n.ts'
import { SearchField } from '../../../ui/forms/search-field.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Tag } from '../../../ui/layout/tag.tsx'
import { toastError, toastSuccess } from '../../../ui/states/toast.tsx'
import css from '../components/reception.module.css'
import { type DeskPerson, findInDesk } from './desk-people.ts'
import { keepLeaving } from './unsent-desk-changes.ts'
import { useOfflineDesk } from './use-offline-desk.ts'

/** People that are shown at first, and added with each press. */
const PAGE = 50

interface ListProps {
  readonly people: readonly DeskPerson[]
  readonly label: string
  /** Whether people are listed before a text is typed. */
  readonly listsAll: boolean
  readonly actionOf: (person: DeskPerson) => React.ReactNode
}

/** A list of the people whom the desk finds on this device. */
export function DeskPeopleList({ people, label, listsAll, actionOf }: ListProps) {
  const text = useText()
  const [query, setQuery] = useState('')
  const [count, setCount] = useState(PAGE)
  const found = query.trim() === '' && !listsAll ? [] : findInDesk(people, query)
  return (
    <>
      <SearchField label={label} clearLabel={text('reception.clear')} maxLength={SEARCH_MAX} value={query} onChange={setQuery} />
      {query.trim() !== '' && found.length === 0 && <p>{text('reception.noOne')}</p>}
      {found.length > 0 && (
        <ul className={css.rows}>
          {found.slice(0, count).map((person) => (
            <li key={person.id}>
              <span className={css.person}>
                <b translate="no">{person.name}</b>
                <span className={css.quiet}>
                  {[person.kana, person.code, person.needsNote].filter((part) => part !== null && part !== '').join(' · ')}
                </span>
                <span className={css.tags}>
                  <Tag tone={person.mode === 'inside' ? 'ok' : 'plain'}>{text(`reception.filter.${person.mode ?? 'left'}`)}</Tag>
                  {person.needs.map((need) => (
                    <Tag key={need} tone="warn">
                      {text(`reception.need.${need}`)}
                    </Tag>
                  ))}
                </span>
              </span>
              <span className={css.actions}>{actionOf(person)}</span>
            </li>
          ))}
        </ul>
      )}
      {found.length > count && (
        <Button variant="default" onClick={() => setCount(count + PAGE)}>
          {text('reception.more')}
        </Button>
      )}
    </>
  )
}

/** The register of a desk without a connection: who is there, and departures. */
export function OfflineRegister({ placeId }: { placeId: string }) {
  const text = useText()
  const { state, copy, people } = useOfflineDesk(placeId)
  if (state !== 'open') return <p>{text('reception.offline.isLocked')}</p>
  const leave = (person: DeskPerson) =>
    keepLeaving(placeId, [person]).then(
      () => toastSuccess('reception.leaveDone', { name: person.name }),
      (error: Error) => toastError(text('reception.offline.keepFailed'), error.message),
    )
  return (
    <Card className={css.part}>
      <h2>{text('reception.register')}</h2>
      {copy === null && <p className={css.quiet}>{text('reception.offline.noCopy')}</p>}
      <DeskPeopleList
        people={people}
        label={text('reception.offline.byName')}
        listsAll
        actionOf={(person) =>
          person.mode !== null && (
            <Button
              variant="default"
              aria-label={text('reception.leaveOf', { name: person.name })}
              onClick={() => void leave(person)}
            >
              {text('reception.leave')}
            </Button>
          )
        }
      />
    </Card>
  )
}
