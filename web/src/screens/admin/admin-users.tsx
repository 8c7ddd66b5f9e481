import { useMe } from '../../features/accounts/accounts.queries.ts'
import { Users } from '../../features/accounts/admin/users.tsx'

export function AdminUsers() {
  const me = useMe()
  return me && <Users myId={me.id} />
}
