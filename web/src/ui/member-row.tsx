import type { ReactNode } from 'react'
import type { Person } from '@noroshi/contract/accounts/accounts.http'
import { useReader } from '../platform/reader.ts'
import { Avatar } from './avatar.tsx'
import css from './member-row.module.css'

/** The people of a feed, a page or a group, a row each. */
export function MemberRows({ children }: { children: ReactNode }) {
  return <ul className={css.members}>{children}</ul>
}

interface Props {
  person: Person
  /** Stands behind one's own name. */
  you: string
  /** What they are here, below the name. */
  tags?: ReactNode
  /** At the end of the row, such as its menu. */
  children: ReactNode
}

export function MemberRow({ person, you, tags, children }: Props) {
  const reader = useReader()
  return (
    <li>
      <Avatar person={person} size={52} />
      <div className={css.who}>
        <span className={css.name}>
          {person.fullName} {person.id === reader?.id && <span className={css.self}>{you}</span>}
        </span>
        {tags && <span className={css.tags}>{tags}</span>}
      </div>
      {children}
    </li>
  )
}
