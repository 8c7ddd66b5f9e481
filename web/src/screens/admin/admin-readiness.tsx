import { MembersReadiness } from '../../features/devices/components/members-readiness.tsx'

export function AdminReadiness() {
  return <MembersReadiness />
}
