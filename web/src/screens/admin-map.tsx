import { Streets } from '../features/admin/components/streets.tsx'

export function AdminMap() {
  return <Streets />
}
