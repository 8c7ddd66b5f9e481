import { useMe } from '../features/accounts/accounts.queries.ts'
import { Users } from '../features/admin/components/users.tsx'

export function AdminUsers() {
  const me = useMe()
  return me && <Users myId={me.id} />
}
