import { Retention } from '../../features/admin/storage/retention.tsx'
import { Storage } from '../../features/admin/storage/storage.tsx'

export function AdminStorage() {
  return (
    <>
      <Storage />
      <Retention />
    </>
  )
}
