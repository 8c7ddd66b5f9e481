import { useEffect } from 'react'
import { deviceRoutes } from '@noroshi/contract/devices/devices.http'
import { call } from '../../../platform/http.ts'
import { accessToken } from '../../../platform/session.ts'
import { readStored, storageKeys, writeStored } from '../../../platform/storage.ts'
import { useDeviceChecks } from '../device-checks.ts'

/** Milliseconds for which the checks must be unchanged before they are reported. The start of the page has priority. */
const STABLE_MS = 4_000
/** Min milliseconds before the same report is repeated. */
const REPEAT_MS = 3_600_000

interface Reported {
  readonly checks: string
  readonly at: number
}

function lastReport(): Reported | null {
  try {
    return JSON.parse(readStored(storageKeys.deviceReport) ?? 'null') as Reported | null // only this file writes it
  } catch {
    return null
  }
}

/**
 * Sends the device report to the server after the start and after each change. It renders nothing.
 * @param props.isChecked whether the user has opened the device check
 */
export function DeviceReport({ isChecked = false }: { isChecked?: boolean }) {
  const found = useDeviceChecks()
  const checks = found && JSON.stringify(found)
  useEffect(() => {
    if (checks === null) return
    const last = lastReport()
    const age = Date.now() - (last?.at ?? 0)
    if (!isChecked && last?.checks === checks && age >= 0 && age < REPEAT_MS) return
    const report = async () => {
      const token = accessToken()
      const body = { checks: JSON.parse(checks) as NonNullable<typeof found>, isChecked } // serialized above
      await call(deviceRoutes.report, { body })
      if (accessToken() === token) writeStored(storageKeys.deviceReport, JSON.stringify({ checks, at: Date.now() }))
    }
    // A report that fails is repeated with the next change, such as a new connection.
    const timer = setTimeout(() => void report().catch(() => undefined), STABLE_MS)
    return () => clearTimeout(timer)
  }, [checks, isChecked])
  return null
}
