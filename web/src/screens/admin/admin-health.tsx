import { Health } from '../../features/admin/health/health.tsx'
import { DeviceHeads } from '../../features/record/admin/device-heads.tsx'

export function AdminHealth() {
  return (
    <>
      <Health />
      <DeviceHeads />
    </>
  )
}
