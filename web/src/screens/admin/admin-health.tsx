import { Health } from '../../features/admin/health/health.tsx'
import { DeviceHeads } from '../../features/record/components/device-heads.tsx'

export function AdminHealth() {
  return (
    <>
      <Health />
      <DeviceHeads />
    </>
  )
}
