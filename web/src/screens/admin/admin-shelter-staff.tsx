import { ShelterStaff } from '../../features/reception/admin/shelter-staff.tsx'

export function AdminShelterStaff() {
  return <ShelterStaff />
}
