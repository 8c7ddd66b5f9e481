import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import type { DeviceChecks } from '@noroshi/contract/devices/devices.http'
import { storageKeys } from '../../platform/session/storage.ts'
import { REPEAT_MS, STABLE_MS, useDeviceReport } from './use-device-report.ts'

const GOOD: DeviceChecks = { connection: 'good', sound: 'good', notifications: 'good', storage: 'good', installation: 'good' }
const SILENT: DeviceChecks = { ...GOOD, sound: 'unchecked' }

function Device({ checks, isChecked = false }: { checks: DeviceChecks | null; isChecked?: boolean }) {
  useDeviceReport(checks, isChecked)
  return null
}

const request = vi.spyOn(window, 'fetch')
/** The reports that the server received. */
const reports = () =>
  request.mock.calls.map(([, init]): unknown => JSON.parse(typeof init?.body === 'string' ? init.body : 'null'))

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  localStorage.removeItem(storageKeys.deviceReport)
  request.mockReset()
  request.mockImplementation(async () => new Response('{}'))
})
afterEach(() => {
  vi.useRealTimers()
})

test('a device reports its checks when they are known, after each change, and hourly while its page is open', async () => {
  const screen = await render(<Device checks={null} />)
  await vi.advanceTimersByTimeAsync(REPEAT_MS)
  expect(reports()).toEqual([])
  await screen.rerender(<Device checks={GOOD} />)
  await vi.advanceTimersByTimeAsync(STABLE_MS)
  expect(reports()).toEqual([{ checks: GOOD, isChecked: false }])
  await screen.rerender(<Device checks={SILENT} />)
  await vi.advanceTimersByTimeAsync(STABLE_MS)
  expect(reports()).toHaveLength(2)
  await vi.advanceTimersByTimeAsync(2 * REPEAT_MS)
  expect(reports().slice(2)).toEqual([
    { checks: SILENT, isChecked: false },
    { checks: SILENT, isChecked: false },
  ])
})

test('a page that was reloaded does not report the same checks again within the hour', async () => {
  const first = await render(<Device checks={GOOD} />)
  await vi.advanceTimersByTimeAsync(STABLE_MS)
  await vi.waitFor(() => expect(localStorage.getItem(storageKeys.deviceReport)).not.toBeNull())
  await first.unmount()
  await render(<Device checks={GOOD} />)
  await vi.advanceTimersByTimeAsync(STABLE_MS)
  expect(reports()).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(REPEAT_MS)
  expect(reports()).toHaveLength(2)
})

test('the device check is always reported, and a report that failed is repeated', async () => {
  request.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  const screen = await render(<Device checks={GOOD} />)
  await vi.advanceTimersByTimeAsync(STABLE_MS)
  await screen.rerender(<Device checks={null} />)
  await screen.rerender(<Device checks={GOOD} />)
  await vi.advanceTimersByTimeAsync(STABLE_MS)
  expect(reports()).toHaveLength(2)
  await screen.rerender(<Device checks={GOOD} isChecked />)
  await vi.advanceTimersByTimeAsync(STABLE_MS)
  expect(reports()[2]).toEqual({ checks: GOOD, isChecked: true })
})
