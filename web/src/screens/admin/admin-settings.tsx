import { usePrefetchInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { unitQuery } from '../../features/accounts/accounts.queries.ts'
import { InvitationLinks } from '../../features/accounts/admin/invitation-links.tsx'
import { Settings } from '../../features/accounts/admin/settings.tsx'
import { invitationsQuery, settingsQuery } from '../../features/accounts/admin/unit.queries.ts'

/**
 * Saved settings refetch the unit's data of all pages. The invitations load with the settings; loading later, they
 * would move them.
 */
export function AdminSettings() {
  const cache = useQueryClient()
  const { isFetched } = useQuery(settingsQuery)
  usePrefetchInfiniteQuery(invitationsQuery)
  return (
    <>
      <Settings onSaved={() => void cache.invalidateQueries({ queryKey: unitQuery.queryKey })} />
      {isFetched && <InvitationLinks />}
    </>
  )
}
