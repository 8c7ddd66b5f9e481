import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { useText } from '../../../platform/language/i18n.ts'
import { isComposing } from '../../../ui/forms/ime.ts'
import { type Mentionable, offeredFor, type TypedMention, typedMention, withMention } from './mention-text.ts'
import css from './mention-list.module.css'

interface Props {
  mentionable: readonly Mentionable[]
  text: string
  onType: (text: string) => void
}

/** The members whom a typed `@` may name, above the field of the composer, which follows it in the page. */
export function MentionList({ mentionable, text: value, onType }: Props) {
  const text = useText()
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState<TypedMention | null>(null)
  const [index, setIndex] = useState(0)
  const [shownValue, setShownValue] = useState(value)
  const offered = typed ? offeredFor(typed.query, mentionable) : []
  const isOpen = offered.length > 0
  const fieldOf = () => list.current?.parentElement?.querySelector('textarea') ?? null

  const read = useEffectEvent((field: HTMLTextAreaElement) => {
    const next = field.selectionStart === field.selectionEnd ? typedMention(field.value, field.selectionStart) : null
    if (typed?.start === next?.start && typed?.query === next?.query) return
    setTyped(next)
    setIndex(0)
  })
  const pick = (field: HTMLTextAreaElement, position: number) => {
    const chosen = offered[position]?.names[0]
    if (!typed || chosen === undefined) return
    const { text: next, caret } = withMention(field.value, field.selectionStart, typed, chosen)
    onType(next)
    setTyped(null)
    requestAnimationFrame(() => {
      field.focus()
      field.setSelectionRange(caret, caret)
    })
  }
  /** Before the composer, whose Enter sends. */
  const onKeyDown = useEffectEvent((event: KeyboardEvent, field: HTMLTextAreaElement) => {
    if (!isOpen || isComposing(event)) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) setIndex((index + step + offered.length) % offered.length)
    else if (event.key === 'Enter' || event.key === 'Tab') pick(field, index)
    else if (event.key === 'Escape') setTyped(null)
    else return
    event.preventDefault()
    event.stopPropagation()
  })
  useEffect(() => {
    const field = fieldOf()
    if (!field) return undefined
    const ends = new AbortController()
    const { signal } = ends
    for (const name of ['input', 'click', 'compositionend'] as const) field.addEventListener(name, () => read(field), { signal })
    field.addEventListener('keyup', ({ key }) => (key.startsWith('Arrow') || key === 'Home' || key === 'End') && read(field), {
      signal,
    })
    field.addEventListener('keydown', (event) => onKeyDown(event, field), { signal })
    field.addEventListener('blur', () => setTyped(null), { signal })
    return () => ends.abort()
  }, [])
  const option = `${id}-${index}`
  useEffect(() => {
    const field = fieldOf()
    if (!field || !isOpen) return undefined
    const attributes = { 'aria-autocomplete': 'list', 'aria-controls': id, 'aria-activedescendant': option }
    for (const [name, content] of Object.entries(attributes)) field.setAttribute(name, content)
    return () => {
      for (const name of Object.keys(attributes)) field.removeAttribute(name)
    }
  }, [isOpen, id, option])
  // A text that was sent or cleared.
  if (value !== shownValue) {
    setShownValue(value)
    if (value === '') setTyped(null)
  }
  return (
    <div ref={list} id={id} role="listbox" className={css.list} aria-label={text('messages.mention')} hidden={!isOpen}>
      {offered.map(({ userId, names: [name] }, position) => (
        // oxlint-disable-next-line click-events-have-key-events -- the field handles the keyboard; this is its active descendant
        <div
          key={userId ?? 'all'}
          id={`${id}-${position}`}
          role="option"
          tabIndex={-1}
          aria-selected={position === index}
          // The field keeps the focus.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => {
            const field = fieldOf()
            if (field) pick(field, position)
          }}
        >
          <span className="one-line" translate={userId === null ? undefined : 'no'}>
            @{name}
          </span>
          {userId === null && <small>{text('messages.mentionAllNote')}</small>}
        </div>
      ))}
    </div>
  )
}
