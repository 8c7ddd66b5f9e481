import { Checkbox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useText } from '../../platform/language/i18n.ts'
import { ErrorState, ListSkeleton } from '../../ui/states/states.tsx'
import css from './alert-group-field.module.css'
import { alertGroupsQuery } from './alert-groups.queries.ts'
import { groupName } from './people.ts'

interface Props {
  label: string
  description?: string
  /** Mantine passes these props of a field. */
  value?: string[]
  onChange?: (value: string[]) => void
  error?: ReactNode
}

/** The selection of alert groups. */
export function AlertGroupField(props: Props) {
  const text = useText()
  const { data, error, refetch } = useQuery(alertGroupsQuery)
  if (!data) {
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} title={text('alertGroups.loadFailed')} />
    ) : (
      <ListSkeleton rows={2} />
    )
  }
  return (
    <Checkbox.Group required {...props}>
      <div className={css.groups}>
        {data.items.map((group) => (
          <Checkbox key={group.id} value={group.id} label={groupName(group, text)} />
        ))}
      </div>
    </Checkbox.Group>
  )
}
