import { useQueryClient } from '@tanstack/react-query'
import { unitQuery } from '../features/accounts/accounts.queries.ts'
import { Invitations } from '../features/admin/components/invitations.tsx'
import { Settings } from '../features/admin/components/settings.tsx'

/** What every page knows of the unit is asked for again, as soon as it has changed. */
export function AdminSettings() {
  const cache = useQueryClient()
  return (
    <>
      <Settings onSaved={() => void cache.invalidateQueries({ queryKey: unitQuery.queryKey })} />
      <Invitations />
    </>
  )
}
