import type { ReactNode } from 'react'
import type { Person } from '@noroshi/contract/accounts/accounts.http'
import { nameOf } from '../../../platform/language/person-name.ts'
import { Avatar } from '../../../shared/people/avatar.tsx'
import { EmailText } from '../../../shared/people/email-text.tsx'
import css from './profile.module.css'

interface Props {
  person: Person & { readonly email: string }
  /** Buttons, such as 'Edit' or 'Message'. */
  actions?: ReactNode
}

/** The picture, the name in capitals and the email (specification, section 2). */
export function ProfileHead({ person, actions }: Props) {
  return (
    <header className={css.head}>
      <Avatar person={person} size={120} />
      <div>
        <h2 className={css.name} translate="no">
          {nameOf(person)}
        </h2>
        <a href={`mailto:${person.email}`} aria-label={person.email}>
          <span>
            <EmailText>{person.email}</EmailText>
          </span>
        </a>
      </div>
      {actions && <div className={css.headActions}>{actions}</div>}
    </header>
  )
}
