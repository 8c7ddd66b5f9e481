import { Button } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Relative } from '@noroshi/contract/families/families.http'
import { useRemoveLink } from '../../features/families/families.changes.ts'
import { familyQuery } from '../../features/families/families.queries.ts'
import css from '../../features/roll-calls/components/roll-calls.module.css'
import { useText } from '../../platform/language/i18n.ts'
import { nameOf } from '../../platform/language/person-name.ts'
import { paths } from '../../platform/paths/paths.ts'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Screen } from '../../ui/layout/screen.tsx'
import { ErrorState, ListSkeleton } from '../../ui/states/states.tsx'
import '../family-live.ts'
import { DependantRows } from './dependant-rows.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { ReceivedInvitations, SentInvitations } from './invitations.tsx'
import { RelativeRow } from './relative-row.tsx'

/** The relatives and the dependants of the user with their last answers to roll-calls, and the invitations. */
export function FamilyScreen() {
  const text = useText()
  return (
    <Screen title={text('family.title')} backTo={paths.me}>
      <div className={css.column}>
        <FamilyParts />
      </div>
    </Screen>
  )
}

function FamilyParts() {
  const text = useText()
  const { data, error, refetch } = useQuery(familyQuery)
  const [isInviting, setInviting] = useState(false)
  const [removed, setRemoved] = useState<Relative | null>(null)
  if (!data) {
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} title={text('family.loadFailed')} />
    ) : (
      <ListSkeleton />
    )
  }
  const { relatives, received, sent, dependants } = data
  return (
    <>
      {received.length > 0 && <ReceivedInvitations invitations={received} />}
      <Card className={css.part}>
        <h2>{text('family.relatives')}</h2>
        <p className={css.quiet}>{text('family.note')}</p>
        {relatives.length === 0 && <p>{text('family.none')}</p>}
        <ul className={css.people}>
          {relatives.map((relative) => (
            <RelativeRow key={relative.id} relative={relative} onRemove={() => setRemoved(relative)} />
          ))}
        </ul>
        <span className={css.buttons}>
          <Button leftSection={<IconUserPlus size={20} stroke={1.75} aria-hidden="true" />} onClick={() => setInviting(true)}>
            {text('family.invite')}
          </Button>
        </span>
      </Card>
      <Card className={css.part}>
        <h2>{text('family.dependants')}</h2>
        <p className={css.quiet}>{text(dependants.length === 0 ? 'household.none' : 'family.dependantsNote')}</p>
        <DependantRows dependants={dependants} />
        <span className={css.buttons}>
          <Button variant="default" component={Link} to={paths.me}>
            {text('family.changeDependants')}
          </Button>
        </span>
      </Card>
      {sent.length > 0 && <SentInvitations invitations={sent} />}
      {isInviting && <InviteDialog family={data} onClose={() => setInviting(false)} />}
      {removed && <RemoveDialog relative={removed} onClose={() => setRemoved(null)} />}
    </>
  )
}

function RemoveDialog({ relative: { id, person }, onClose }: { relative: Relative; onClose: () => void }) {
  const text = useText()
  const { mutate, isPending } = useRemoveLink()
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={() => mutate(id, { onSuccess: onClose })}
      isBusy={isPending}
      title={text('family.endConfirm', { name: nameOf(person) })}
      confirmLabel={text('family.endButton')}
    >
      <p>{text('family.endNote')}</p>
    </ConfirmDialog>
  )
}
