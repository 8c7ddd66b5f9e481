import { Navigate } from '@tanstack/react-router'
import { AreaList } from '../../features/admin/components/area-list.tsx'
import { paths } from '../../platform/paths/paths.ts'
import { useWide } from '../../ui/layout/use-wide.ts'

/** The list of areas. A wide screen shows it beside each area and opens the first area instead. */
export function AdminIndex() {
  const isWide = useWide()
  return isWide ? <Navigate to={paths.adminUsers} replace /> : <AreaList />
}
