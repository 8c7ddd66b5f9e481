import { Checkbox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useText } from '../../../platform/language/i18n.ts'
import { newId } from '../../../platform/ids.ts'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import { ErrorState, ListSkeleton } from '../../../ui/states/states.tsx'
import { alertGroupsQuery } from '../../../shared/admin/alert-groups.queries.ts'
import { groupName } from '../../../shared/admin/people.ts'
import { useStartDrill } from '../readiness.queries.ts'

interface DrillDialogProps {
  /** Whether the group that all users join is chosen at first. */
  preselectsEveryone?: boolean
  onClose: () => void
}

/** Starts a drill for the alert groups that the administrator chooses. */
export function DrillDialog({ preselectsEveryone = false, onClose }: DrillDialogProps) {
  const text = useText()
  const { data, error, refetch } = useQuery(alertGroupsQuery)
  const start = useStartDrill()
  const [chosen, setChosen] = useState<string[] | null>(null)
  const everyone = preselectsEveryone ? (data?.items ?? []).filter(({ isBuiltIn }) => isBuiltIn) : []
  const groupIds = chosen ?? everyone.map(({ id }) => id)
  // A retry after an unknown outcome does not start a second drill.
  const [clientId] = useState(newId)
  return (
    <FormDialog
      title={text('drills.start')}
      submitLabel={text('drills.start')}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        start.mutate({ groupIds, clientId }, { onSuccess: onClose })
      }}
      isReady={groupIds.length > 0}
      isBusy={start.isPending}
      hasUnsaved={chosen !== null && chosen.length > 0}
    >
      <p>{text('drills.groupsNote')}</p>
      {data ? (
        <Checkbox.Group label={text('drills.groups')} value={groupIds} onChange={setChosen}>
          {data.items.map((group) => {
            const count = group.memberCount
            const people = text('admin.people', { count })
            return <Checkbox key={group.id} value={group.id} label={`${groupName(group, text)} (${people})`} />
          })}
        </Checkbox.Group>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} title={text('alertGroups.loadFailed')} />
      ) : (
        <ListSkeleton rows={2} />
      )}
    </FormDialog>
  )
}
