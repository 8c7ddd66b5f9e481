import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import type { FamilyInvitation } from '@noroshi/contract/families/families.http'
import { useAcceptInvitation, useRemoveLink } from '../../features/families/families.changes.ts'
import css from '../../features/roll-calls/components/roll-calls.module.css'
import { useLanguage, useText } from '../../platform/language/i18n.ts'
import { nameOf } from '../../platform/language/person-name.ts'
import { dateTime } from '../../platform/language/time.ts'
import { Avatar } from '../../shared/people/avatar.tsx'
import { Card } from '../../ui/layout/card.tsx'

interface Props {
  invitations: readonly FamilyInvitation[]
}

/** The invitations of other users to the user. */
export function ReceivedInvitations({ invitations }: Props) {
  const text = useText()
  const [accept, remove] = [useAcceptInvitation(), useRemoveLink()]
  const isBusy = accept.isPending || remove.isPending
  return (
    <Card className={css.part}>
      <h2>{text('family.received')}</h2>
      <p className={css.quiet}>{text('family.inviteHint')}</p>
      <ul className={css.people}>
        {invitations.map((invitation) => {
          const name = nameOf(invitation.person)
          return (
            <Row key={invitation.id} invitation={invitation}>
              <Button
                aria-label={text('family.acceptOf', { name })}
                disabled={isBusy}
                onClick={() => accept.mutate(invitation.id)}
              >
                {text('family.accept')}
              </Button>
              <Button
                variant="default"
                aria-label={text('family.declineOf', { name })}
                disabled={isBusy}
                onClick={() => remove.mutate(invitation.id)}
              >
                {text('family.decline')}
              </Button>
            </Row>
          )
        })}
      </ul>
    </Card>
  )
}

/** The invitations of the user that wait for an answer. */
export function SentInvitations({ invitations }: Props) {
  const text = useText()
  const { mutate, isPending } = useRemoveLink()
  return (
    <Card className={css.part}>
      <h2>{text('family.sent')}</h2>
      <ul className={css.people}>
        {invitations.map((invitation) => (
          <Row key={invitation.id} invitation={invitation}>
            <Button
              variant="default"
              aria-label={text('family.withdrawOf', { name: nameOf(invitation.person) })}
              disabled={isPending}
              onClick={() => mutate(invitation.id)}
            >
              {text('family.withdraw')}
            </Button>
          </Row>
        ))}
      </ul>
    </Card>
  )
}

function Row({ invitation: { person, createdAt }, children }: { invitation: FamilyInvitation; children: ReactNode }) {
  const language = useLanguage()
  return (
    <li>
      <Avatar person={person} size={40} />
      <span className={css.person}>
        <b translate="no">{nameOf(person)}</b>
        <time className={css.quiet} dateTime={createdAt}>
          {dateTime(createdAt, language)}
        </time>
      </span>
      <span className={css.buttons}>{children}</span>
    </li>
  )
}
