import { useDeviceChecks } from '../device-checks.ts'
import { useDeviceReport } from '../use-device-report.ts'

/**
 * Sends the device report. It renders nothing.
 * @param props.isChecked whether the user has opened the device check
 */
export function DeviceReport({ isChecked = false }: { isChecked?: boolean }) {
  useDeviceReport(useDeviceChecks(), isChecked)
  return null
}
