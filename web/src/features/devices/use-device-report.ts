import { useEffect } from 'react'
import { type DeviceChecks, deviceRoutes } from '@noroshi/contract/devices/devices.http'
import { call } from '../../platform/connection/http.ts'
import { accessToken } from '../../platform/session/session.ts'
import { readStored, storageKeys, writeStored } from '../../platform/session/storage.ts'

/** Milliseconds for which the checks must be unchanged before they are reported. The start of the page has priority. */
export const STABLE_MS = 4_000
/** Milliseconds after which an open page repeats its report, so that 'last ready' is at most an hour old. */
export const REPEAT_MS = 3_600_000

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

/** Returns the milliseconds until the checks must be reported. */
function delayOf(checks: string): number {
  const last = lastReport()
  const age = Date.now() - (last?.at ?? 0)
  return last?.checks === checks && age >= 0 && age < REPEAT_MS ? REPEAT_MS - age : STABLE_MS
}

/**
 * Sends the device report to the server after the start, after each change and hourly.
 * @param found null: unknown, so that nothing is sent
 * @param isChecked whether the user has opened the device check
 */
export function useDeviceReport(found: DeviceChecks | null, isChecked: boolean): void {
  const checks = found && JSON.stringify(found)
  useEffect(() => {
    if (checks === null) return
    let timer: ReturnType<typeof setTimeout>
    const report = async () => {
      wait(REPEAT_MS)
      const token = accessToken()
      const body = { checks: JSON.parse(checks) as DeviceChecks, isChecked } // serialized above
      await call(deviceRoutes.report, { body })
      if (accessToken() === token) writeStored(storageKeys.deviceReport, JSON.stringify({ checks, at: Date.now() }))
    }
    // A report that fails is repeated with the next change, such as a new connection, or after REPEAT_MS.
    const wait = (ms: number) => {
      timer = setTimeout(() => void report().catch(() => undefined), ms)
    }
    wait(isChecked ? STABLE_MS : delayOf(checks))
    return () => clearTimeout(timer)
  }, [checks, isChecked])
}
