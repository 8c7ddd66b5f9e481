import { usePrefetchQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { unitQuery } from '../features/accounts/accounts.queries.ts'
import { Invitations } from '../features/admin/components/invitations.tsx'
import { Settings } from '../features/admin/components/settings.tsx'
import { invitationsQuery, settingsQuery } from '../features/admin/unit.queries.ts'

/** What every page knows of the unit is asked for again, as soon as it has changed. The invitations come with the settings, which would move them else. */
export function AdminSettings() {
  const cache = useQueryClient()
  const { isFetched } = useQuery(settingsQuery)
  usePrefetchQuery(invitationsQuery)
  return (
    <>
      <Settings onSaved={() => void cache.invalidateQueries({ queryKey: unitQuery.queryKey })} />
      {isFetched && <Invitations />}
    </>
  )
}
