import { AnonymousData } from '../../features/alerts/admin/anonymous-data.tsx'

export function AdminAnonymousData() {
  return <AnonymousData />
}
