import { IconAlertTriangle, IconCheck, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import type { Person } from '@noroshi/contract/accounts/accounts.http'
import { SEARCH_MAX } from '@noroshi/contract/limits'
import { OfflineError } from '../../platform/connection/http-errors.ts'
import { useText } from '../../platform/language/i18n.ts'
import { nameOf } from '../../platform/language/person-name.ts'
import { Avatar } from './avatar.tsx'
import css from './person-picker.module.css'
import { Combobox } from '../../ui/forms/combobox.tsx'
import { type SearchState, usePersonSearch } from './person-search.ts'

interface Props {
  /** Label of the field. It is visible unless the picker floats. */
  label: string
  /** A user was clicked or chosen by Enter. With `chosen` this toggles the choice. */
  onPick: (person: Person) => void
  /** Users that are not offered, such as members. */
  excludedIds?: readonly string[]
  /** Several users may be chosen: these are chosen now. */
  chosen?: readonly Person[]
  /** Max number of chosen users: with it, the other rows are disabled. */
  max?: number
  /** The results cover the page, as below the top bar. Otherwise they are below the field in the layout. */
  isFloating?: boolean
  /** Escape was pressed in an empty field. Without it Escape only clears the field. */
  onLeave?: () => void
}

const noIds: readonly string[] = []

/** Finds users by name: the shared field of all forms that ask for a user (a combobox with its list). */
export function PersonPicker({ label, onPick, excludedIds = noIds, chosen, max = Infinity, isFloating = false, onLeave }: Props) {
  const text = useText()
  const [query, setQuery] = useState('')
  const { state, retry } = usePersonSearch(query, excludedIds)
  const people = state.status === 'found' || state.status === 'recent' ? state.people : []
  const isChosen = (person: Person) => chosen?.some(({ id }) => id === person.id)
  return (
    <Combobox
      label={label}
      listLabel={text(state.status === 'recent' ? 'people.recent' : 'people.found')}
      maxLength={SEARCH_MAX}
      query={query}
      onQuery={setQuery}
      options={people.map((person) => ({
        id: person.id,
        content: <Row person={person} isChosen={isChosen(person) === true} />,
        isChosen: isChosen(person),
        isDisabled: (chosen?.length ?? 0) >= max && !isChosen(person),
      }))}
      isMultiple={chosen !== undefined}
      onPick={(index) => {
        const person = people[index]
        if (person) onPick(person)
      }}
      onLeave={onLeave}
      isFloating={isFloating}
      state={<State state={state} onRetry={retry} />}
    >
      {chosen && chosen.length > 0 && <Chosen people={chosen} onRemove={onPick} />}
    </Combobox>
  )
}

const Row = ({ person, isChosen }: { person: Person; isChosen: boolean }) => (
  <>
    <Avatar person={person} size={44} />
    <span translate="no">{nameOf(person)}</span>
    {isChosen && <IconCheck size={22} stroke={2.25} aria-hidden="true" />}
  </>
)

/** Announces the state of the search to screen readers. */
function State({ state, onRetry }: { state: SearchState; onRetry: () => void }) {
  const text = useText()
  if (state.status === 'failed') {
    return (
      <div className={css.failed} role="alert">
        <IconAlertTriangle size={20} stroke={2} aria-hidden="true" />
        <span>
          {text('people.failed')} {state.error instanceof OfflineError && text('chrome.noAnswer')}
        </span>
        <button type="button" onClick={onRetry}>
          {text('chrome.tryAgain')}
        </button>
      </div>
    )
  }
  const isFound = state.status === 'found'
  const message = isFound ? text('people.foundCount', { count: state.people.length }) : text(`people.${state.status}`)
  return <output className={isFound ? 'visually-hidden' : css.state}>{message}</output>
}

function Chosen({ people, onRemove }: { people: readonly Person[]; onRemove: (person: Person) => void }) {
  const text = useText()
  return (
    <ul className={css.chosen} aria-label={text('people.chosen')}>
      {people.map((person) => (
        <li key={person.id}>
          <Avatar person={person} size={28} />
          <span translate="no">{nameOf(person)}</span>
          <button type="button" aria-label={text('people.remove', { name: nameOf(person) })} onClick={() => onRemove(person)}>
            <IconX size={18} stroke={2} aria-hidden="true" />
          </button>
        </li>
      ))}
    </ul>
  )
}
