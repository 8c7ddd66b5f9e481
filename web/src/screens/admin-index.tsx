import { useMediaQuery } from '@mantine/hooks'
import { Navigate } from '@tanstack/react-router'
import { AreaList } from '../features/admin/components/area-list.tsx'
import { paths } from '../platform/paths.ts'

/** The list of areas. A wide screen shows it beside each area and opens the first area instead. */
export function AdminIndex() {
  const isWide = useMediaQuery('(min-width: 60em)', false, { getInitialValueInEffect: false })
  return isWide ? <Navigate to={paths.adminUsers} replace /> : <AreaList />
}
