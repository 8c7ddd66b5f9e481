import { AnonymousData } from '../features/admin/components/anonymous-data.tsx'

export function AdminAnonymousData() {
  return <AnonymousData />
}
