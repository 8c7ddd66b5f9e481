import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SEEN_REPORT_MS } from '@noroshi/contract/limits'
import { render } from 'vitest-browser-react'
import { command, useConnection } from '../../platform/connection/socket.ts'
import { useSeenReports } from './use-seen-reports.ts'

vi.mock('../../platform/connection/socket.ts', { spy: true })

function Page({ isShared }: { isShared: boolean }) {
  useSeenReports(isShared)
  return null
}
const reports = () => vi.mocked(command).mock.calls.filter(([name]) => name === 'users:seen').length
const setVisible = (state: DocumentVisibilityState) => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
  document.dispatchEvent(new Event('visibilitychange'))
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  vi.mocked(useConnection).mockReturnValue('online')
  vi.mocked(command)
    .mockReset()
    .mockResolvedValue({ ok: true } as never)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('a page of a user who shares it reports each minute, and not while it is hidden', async () => {
  setVisible('visible')
  await render(<Page isShared />)
  expect(reports()).toBe(1)
  vi.advanceTimersByTime(2 * SEEN_REPORT_MS)
  expect(reports()).toBe(3)
  setVisible('hidden')
  await vi.waitFor(() => {
    const before = reports()
    vi.advanceTimersByTime(3 * SEEN_REPORT_MS)
    expect(reports()).toBe(before)
  })
  const hidden = reports()
  setVisible('visible')
  await vi.waitFor(() => expect(reports()).toBe(hidden + 1))
})

test('a page of a user who does not share it, or without a connection, reports nothing', async () => {
  setVisible('visible')
  await render(<Page isShared={false} />)
  vi.mocked(useConnection).mockReturnValue('offline')
  await render(<Page isShared />)
  vi.advanceTimersByTime(3 * SEEN_REPORT_MS)
  expect(reports()).toBe(0)
})
