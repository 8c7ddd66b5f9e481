import type { ReactNode } from 'react'
import type { Person } from '@noroshi/contract/accounts/accounts.http'
import { useCurrentUser } from '../../platform/session/current-user.ts'
import { nameOf } from '../../platform/language/person-name.ts'
import { Avatar } from './avatar.tsx'
import css from './member-row.module.css'

/** The members of a feed, a page or a group, one row each. */
export function MemberRows({ children }: { children: ReactNode }) {
  return <ul className={css.members}>{children}</ul>
}

interface Props {
  person: Person
  /** Shown after the user's own name. */
  you: string
  /** The member's roles, below the name. */
  tags?: ReactNode
  /** A line below the name, such as when the member was last here. */
  note?: string | null
  /** At the end of the row, such as a menu. */
  children: ReactNode
}

export function MemberRow({ person, you, tags, note, children }: Props) {
  const viewer = useCurrentUser()
  return (
    <li>
      <Avatar person={person} size={52} />
      <div className={css.details}>
        <span className={css.name}>
          <span translate="no">{nameOf(person)}</span> {person.id === viewer?.id && <span className={css.self}>{you}</span>}
        </span>
        {note && <small className={css.note}>{note}</small>}
        {tags && <span className={css.tags}>{tags}</span>}
      </div>
      {children}
    </li>
  )
}
