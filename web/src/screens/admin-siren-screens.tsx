import { SirenScreens } from '../features/admin/components/siren-screens.tsx'

export function AdminSirenScreens() {
  return <SirenScreens />
}
