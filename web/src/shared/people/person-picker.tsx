import { IconAlertTriangle, IconCheck, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, useId, useState } from 'react'
import type { Person } from '@noroshi/contract/accounts/accounts.http'
import { SEARCH_MAX } from '@noroshi/contract/limits'
import { OfflineError } from '../../platform/connection/http-errors.ts'
import { useText } from '../../platform/language/i18n.ts'
import { nameOf } from '../../platform/language/person-name.ts'
import { Avatar } from './avatar.tsx'
import css from './person-picker.module.css'
import { isComposing } from '../../ui/forms/ime.ts'
import { SearchInput } from '../../ui/forms/search-field.tsx'
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
  const id = useId()
  const [query, setQuery] = useState('')
  const [index, setIndex] = useState(-1)
  const { state, retry } = usePersonSearch(query, excludedIds)
  const people = state.status === 'found' || state.status === 'recent' ? state.people : []
  const current = people[index]
  const isChosen = (person: Person) => chosen?.some(({ id: chosenId }) => chosenId === person.id)
  const isDisabled = (person: Person) => (chosen?.length ?? 0) >= max && !isChosen(person)
  const pick = (person: Person) => {
    if (!isDisabled(person)) onPick(person)
  }
  const changeQuery = (next: string) => {
    setQuery(next)
    setIndex(-1)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return
    const next = nextIndex(event.key, index, people.length)
    if (next !== null) setIndex(next)
    else if (event.key === 'Enter' && current) pick(current)
    else if (event.key === 'Escape' && query !== '') changeQuery('')
    else if (event.key === 'Escape' && onLeave) onLeave()
    else if (event.key !== 'Enter') return
    event.preventDefault() // so that Enter does not submit the form around the field
    event.stopPropagation()
  }
  return (
    <div className={css.picker} data-floating={isFloating || undefined}>
      <label htmlFor={`${id}-field`} className={isFloating ? 'visually-hidden' : css.label}>
        {label}
      </label>
      <SearchInput
        id={`${id}-field`}
        role="combobox"
        type="text"
        inputMode="search"
        enterKeyHint="search"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        data-autofocus
        maxLength={SEARCH_MAX}
        aria-autocomplete="list"
        aria-expanded={people.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={current ? `${id}-${current.id}` : undefined}
        value={query}
        onChange={({ currentTarget }) => changeQuery(currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <div className={css.results}>
        <State state={state} onRetry={retry} />
        {/* The list exists also when empty, because `aria-controls` must refer to an element. */}
        <div
          id={`${id}-list`}
          role="listbox"
          aria-label={text(state.status === 'recent' ? 'people.recent' : 'people.found')}
          aria-multiselectable={chosen !== undefined}
        >
          {people.map((person, position) => (
            <Row
              key={person.id}
              id={`${id}-${person.id}`}
              person={person}
              isCurrent={position === index}
              isChosen={isChosen(person)}
              isDisabled={isDisabled(person)}
              onPick={() => pick(person)}
            />
          ))}
        </div>
      </div>
      {chosen && chosen.length > 0 && <Chosen people={chosen} onRemove={onPick} />}
    </div>
  )
}

/** Returns the index after an arrow key, wrapping around; null for other keys. */
function nextIndex(key: string, index: number, count: number): number | null {
  if (count === 0) return null
  if (key === 'ArrowDown') return (index + 1) % count
  if (key === 'ArrowUp') return index <= 0 ? count - 1 : index - 1
  return null
}

interface RowProps {
  id: string
  person: Person
  /** The option is the active descendant. */
  isCurrent: boolean
  /** undefined: only one user can be picked. */
  isChosen: boolean | undefined
  isDisabled: boolean
  onPick: () => void
}

function Row({ id, person, isCurrent, isChosen, isDisabled, onPick }: RowProps) {
  const scrollIntoView = (row: HTMLDivElement | null) => {
    if (isCurrent) row?.scrollIntoView({ block: 'nearest' })
  }
  return (
    // oxlint-disable-next-line click-events-have-key-events -- the field handles the keyboard; this is its active descendant
    <div
      ref={scrollIntoView}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen ?? isCurrent}
      aria-disabled={isDisabled || undefined}
      data-current={isCurrent || undefined}
      onMouseDown={(event) => event.preventDefault()} // so that the field keeps the focus
      onClick={onPick}
    >
      <Avatar person={person} size={44} />
      <span translate="no">{nameOf(person)}</span>
      {isChosen && <IconCheck size={22} stroke={2.25} aria-hidden="true" />}
    </div>
  )
}

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
