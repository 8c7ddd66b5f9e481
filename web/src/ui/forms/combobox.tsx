import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import css from './combobox.module.css'
import { isComposing } from './ime.ts'
import { SearchInput } from './search-field.tsx'

interface ComboboxOption {
  readonly id: string
  readonly content: ReactNode
  /** undefined: only one option can be picked. */
  readonly isChosen?: boolean | undefined
  readonly isDisabled?: boolean
}

interface Props {
  /** Label of the field. It is visible unless the results float. */
  label: string
  listLabel: string
  maxLength: number
  query: string
  onQuery: (query: string) => void
  options: readonly ComboboxOption[]
  /** Enter picks the first option without an arrow key. */
  picksFirst?: boolean
  /** Several options may be chosen. */
  isMultiple?: boolean
  /** An option was clicked or chosen by Enter. */
  onPick: (index: number) => void
  /** Escape was pressed in an empty field. Without it Escape only clears the field. */
  onLeave?: (() => void) | undefined
  /** The results cover the page, as below the top bar. Otherwise they are below the field in the layout. */
  isFloating?: boolean
  /** Above the list: the state of the search. */
  state?: ReactNode
  /** Below the list. */
  children?: ReactNode
}

/** A search field with the list of what it finds. Arrow keys and Enter pick an option. */
export function Combobox({ label, listLabel, maxLength, query, onQuery, options, onPick, onLeave, ...props }: Props) {
  const { picksFirst = false, isMultiple = false, isFloating = false, state, children } = props
  const id = useId()
  const start = picksFirst ? 0 : -1
  const [index, setIndex] = useState(start)
  const current = options[index]
  const changeQuery = (next: string) => {
    onQuery(next)
    setIndex(start)
  }
  const pick = (position: number) => {
    if (options[position]?.isDisabled !== true) onPick(position)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return
    const next = nextIndex(event.key, index, options.length)
    if (next !== null) setIndex(next)
    else if (event.key === 'Enter' && current) pick(index)
    else if (event.key === 'Escape' && query !== '') changeQuery('')
    else if (event.key === 'Escape' && onLeave) onLeave()
    else if (event.key !== 'Enter') return
    event.preventDefault() // so that Enter does not submit the form around the field
    event.stopPropagation()
  }
  return (
    <div className={css.combobox} data-floating={isFloating || undefined}>
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
        maxLength={maxLength}
        aria-autocomplete="list"
        aria-expanded={options.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={current ? `${id}-${current.id}` : undefined}
        value={query}
        onChange={({ currentTarget }) => changeQuery(currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <div className={css.results}>
        {state}
        {/* The list exists also when empty, because `aria-controls` must refer to an element. */}
        <div id={`${id}-list`} role="listbox" aria-label={listLabel} aria-multiselectable={isMultiple}>
          {options.map((option, position) => (
            <Option
              key={option.id}
              id={`${id}-${option.id}`}
              option={option}
              isCurrent={position === index}
              onPick={() => pick(position)}
            />
          ))}
        </div>
      </div>
      {children}
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

interface OptionProps {
  id: string
  option: ComboboxOption
  /** The option is the active descendant. */
  isCurrent: boolean
  onPick: () => void
}

function Option({ id, option: { content, isChosen, isDisabled = false }, isCurrent, onPick }: OptionProps) {
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
      {content}
    </div>
  )
}
