import { SirenScreens } from '../../features/siren/admin/siren-screens.tsx'

export function AdminSirenScreens() {
  return <SirenScreens />
}
