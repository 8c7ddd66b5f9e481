import { IconAlertTriangle, IconCheck, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, useId, useState } from 'react'
import type { Person } from '@noroshi/contract/accounts/accounts.http'
import { SEARCH_MAX } from '@noroshi/contract/limits'
import { OfflineError } from '../platform/http-errors.ts'
import { useText } from '../platform/i18n.ts'
import { Avatar } from './avatar.tsx'
import css from './person-picker.module.css'
import { isOfInputMethod } from './ime.ts'
import { SearchInput } from './search-field.tsx'
import { type SearchState, usePersonSearch } from './person-search.ts'

interface Props {
  /** What the field asks for; shown above it unless it floats. */
  label: string
  /** A person was touched, or chosen by Enter. With `chosen` this turns the choice on or off. */
  onPick: (person: Person) => void
  /** Who shall not be offered, such as members already. */
  excludedIds?: readonly string[]
  /** Several may be chosen: these are, so far. */
  chosen?: readonly Person[]
  /** The answers lie over the page, as under the top bar; without it they take their place below the field. */
  isFloating?: boolean
  /** Escape in an empty field; without it Escape only clears the field. */
  onLeave?: () => void
}

const nobody: readonly string[] = []

/** Finds people by name: the one field for every place that asks for somebody (a combobox with its list). */
export function PersonPicker({ label, onPick, excludedIds = nobody, chosen, isFloating = false, onLeave }: Props) {
  const text = useText()
  const id = useId()
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(-1)
  const { state, retry } = usePersonSearch(typed, excludedIds)
  const people = state.status === 'found' ? state.people : []
  const current = people[at]
  const type = (words: string) => {
    setTyped(words)
    setAt(-1)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isOfInputMethod(event.nativeEvent)) return
    const to = moved(event.key, at, people.length)
    if (to !== null) setAt(to)
    else if (event.key === 'Enter' && current) onPick(current)
    else if (event.key === 'Escape' && typed !== '') type('')
    else if (event.key === 'Escape' && onLeave) onLeave()
    else if (event.key !== 'Enter') return
    event.preventDefault() // Enter sends no form around the field
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
        value={typed}
        onChange={({ currentTarget }) => type(currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <div className={css.answers}>
        <State state={state} onRetry={retry} />
        {/* It is there empty too, so that the field always controls something. */}
        <div id={`${id}-list`} role="listbox" aria-label={text('people.found')} aria-multiselectable={chosen !== undefined}>
          {people.map((person, index) => (
            <Row
              key={person.id}
              id={`${id}-${person.id}`}
              person={person}
              isCurrent={index === at}
              isChosen={chosen?.some((one) => one.id === person.id)}
              onPick={() => onPick(person)}
            />
          ))}
        </div>
      </div>
      {chosen && chosen.length > 0 && <Chosen people={chosen} onRemove={onPick} />}
    </div>
  )
}

/** Where an arrow key leads, around the ends; null for other keys. */
function moved(key: string, at: number, count: number): number | null {
  if (count === 0) return null
  if (key === 'ArrowDown') return (at + 1) % count
  if (key === 'ArrowUp') return at <= 0 ? count - 1 : at - 1
  return null
}

interface RowProps {
  id: string
  person: Person
  /** The arrow keys stand on it. */
  isCurrent: boolean
  /** undefined: one person alone can be picked. */
  isChosen: boolean | undefined
  onPick: () => void
}

function Row({ id, person, isCurrent, isChosen, onPick }: RowProps) {
  const bringIntoView = (row: HTMLDivElement | null) => {
    if (isCurrent) row?.scrollIntoView({ block: 'nearest' })
  }
  return (
    // oxlint-disable-next-line click-events-have-key-events -- the keyboard works at the field, whose active descendant this is
    <div
      ref={bringIntoView}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen ?? isCurrent}
      data-current={isCurrent || undefined}
      onMouseDown={(event) => event.preventDefault()} // the field keeps the focus
      onClick={onPick}
    >
      <Avatar person={person} size={44} />
      <span>{person.fullName}</span>
      {isChosen && <IconCheck size={22} stroke={2.25} aria-hidden="true" />}
    </div>
  )
}

/** Said to screen readers as it changes. */
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
  const words = isFound ? text('people.foundCount', { count: state.people.length }) : text(`people.${state.status}`)
  return <output className={isFound ? 'visually-hidden' : css.state}>{words}</output>
}

function Chosen({ people, onRemove }: { people: readonly Person[]; onRemove: (person: Person) => void }) {
  const text = useText()
  return (
    <ul className={css.chosen} aria-label={text('people.chosen')}>
      {people.map((person) => (
        <li key={person.id}>
          <Avatar person={person} size={28} />
          <span>{person.fullName}</span>
          <button type="button" aria-label={text('people.remove', { name: person.fullName })} onClick={() => onRemove(person)}>
            <IconX size={18} stroke={2} aria-hidden="true" />
          </button>
        </li>
      ))}
    </ul>
  )
}
