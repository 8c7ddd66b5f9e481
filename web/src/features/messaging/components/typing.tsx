import type { Person } from '@noroshi/contract/accounts/accounts.http'
import { type Text, useText } from '../../../platform/language/i18n.ts'
import { nameOf } from '../../../platform/language/person-name.ts'
import css from './chat.module.css'

const shortNameOf = (person: Person) => person.firstName || nameOf(person)

/** Returns at most two names and the number of further users (specification, section 9). */
function typingText([first, second, ...more]: readonly Person[], text: Text): string {
  if (!first) return ''
  if (!second) return text('messages.typing.one', { first: shortNameOf(first) })
  const names = { first: shortNameOf(first), second: shortNameOf(second) }
  return more.length === 0 ? text('messages.typing.two', names) : text('messages.typing.more', { ...names, count: more.length })
}

/** Typing indicator: three rising puffs of smoke and the names. */
export function Typing({ people }: { people: readonly Person[] }) {
  const text = useText()
  return (
    <output className={css.typing} aria-live="off">
      {people.length > 0 && (
        <>
          <svg viewBox="0 0 30 18" width="30" height="18" aria-hidden="true">
            <circle cx="5" cy="14" r="3" />
            <circle cx="15" cy="9.5" r="3.4" />
            <circle cx="25" cy="4.5" r="3.8" />
          </svg>
          {typingText(people, text)}
        </>
      )}
    </output>
  )
}
