import { Lacs } from '../../features/admin/components/lacs.tsx'

export function AdminLacs() {
  return <Lacs />
}
