import { AreaList } from '../features/admin/components/area-list.tsx'

export function AdminIndex() {
  return <AreaList />
}
