import { Storage } from '../../features/admin/storage/storage.tsx'

export function AdminStorage() {
  return <Storage />
}
