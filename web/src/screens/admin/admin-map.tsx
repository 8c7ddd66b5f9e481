import { Streets } from '../../features/streets/admin/streets.tsx'

export function AdminMap() {
  return <Streets />
}
