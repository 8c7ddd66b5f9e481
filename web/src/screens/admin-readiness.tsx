import { MembersReadiness } from '../features/admin/components/members-readiness.tsx'

export function AdminReadiness() {
  return <MembersReadiness />
}
