import type { ReactNode } from 'react'
import type { Person } from '@noroshi/contract/accounts/accounts.http'
import { Avatar } from '../../../ui/avatar.tsx'
import css from './profile.module.css'

interface Props {
  person: Person & { readonly email: string }
  /** What can be done here: edit; later message and call. */
  keys?: ReactNode
}

/** Picture, name in capitals, email (specification, section 2). */
export function ProfileHead({ person, keys }: Props) {
  return (
    <header className={css.head}>
      <Avatar person={person} size={120} />
      <div>
        <h2 className={css.name}>{person.fullName}</h2>
        <a href={`mailto:${person.email}`}>{person.email}</a>
      </div>
      {keys}
    </header>
  )
}
