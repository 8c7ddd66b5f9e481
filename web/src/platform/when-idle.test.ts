import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { whenQuiet } from './when-idle.ts'

const QUIET_MS = 1_500
const MAX_MS = 8_000
const TIMES = { quietMs: QUIET_MS, maxMs: MAX_MS }
/** Reports a long task, as the browser does. */
let reportLongTask = () => {}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  vi.stubGlobal('window', {}) // a browser without idle callbacks
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      static readonly supportedEntryTypes = ['longtask']
      constructor(callback: () => void) {
        reportLongTask = callback
      }
      observe() {}
      disconnect() {
        reportLongTask = () => {}
      }
    },
  )
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a task runs when no long task has blocked the page for the quiet time', () => {
  const task = vi.fn()
  whenQuiet(task, TIMES)
  vi.advanceTimersByTime(QUIET_MS - 1)
  reportLongTask()
  vi.advanceTimersByTime(QUIET_MS - 1)
  expect(task).not.toHaveBeenCalled()
  vi.advanceTimersByTime(2)
  expect(task).toHaveBeenCalledOnce()
})

test('a task of a page that is never quiet runs after the maximum', () => {
  const task = vi.fn()
  whenQuiet(task, TIMES)
  for (let passed = 0; passed < MAX_MS + 1_000; passed += 500) {
    reportLongTask()
    vi.advanceTimersByTime(500)
  }
  expect(task).toHaveBeenCalledOnce()
})

test('a cancelled task does not run', () => {
  const task = vi.fn()
  whenQuiet(task, TIMES)()
  vi.advanceTimersByTime(MAX_MS + QUIET_MS)
  expect(task).not.toHaveBeenCalled()
})
