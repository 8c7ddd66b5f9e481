import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { GroupInvitation } from '@noroshi/contract/messaging/threads.http'
import { useText } from '../../../platform/language/i18n.ts'
import { nameOf } from '../../../platform/language/person-name.ts'
import { useAnswerInvitation } from '../messaging.changes.ts'
import { invitationsQuery } from '../messaging.queries.ts'
import acceptance from '../components/acceptance.module.css'
import css from './group-invitations.module.css'

/** The groups that the user has left and whose admins invite them again. Nothing without an invitation. */
export function GroupInvitations() {
  const { data } = useQuery(invitationsQuery)
  return data?.items.map((invitation) => <Invitation key={invitation.MessageThreadId} invitation={invitation} />)
}

function Invitation({ invitation }: { invitation: GroupInvitation }) {
  const text = useText()
  const { mutate, isPending } = useAnswerInvitation(invitation.MessageThreadId)
  const titleId = useId()
  return (
    <section className={css.card} aria-labelledby={titleId}>
      <p>
        <b id={titleId}>{text('messages.invitation', { who: nameOf(invitation.invitedBy), name: invitation.name })}</b>{' '}
        <span>{text('messages.invitationNote')}</span>
      </p>
      <div className={acceptance.buttons}>
        <Button variant="default" disabled={isPending} onClick={() => mutate(false)}>
          {text('messages.decline')}
        </Button>
        <Button loading={isPending} onClick={() => mutate(true)}>
          {text('messages.join')}
        </Button>
      </div>
    </section>
  )
}
