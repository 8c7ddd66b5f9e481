import { START_IDLE_MAX_MS, START_MS } from './tuning.ts'

/**
 * Runs a task when the page is idle, or after `maxMs` milliseconds. Safari has no idle callbacks: the task runs in the
 * next task of the event loop.
 * @returns the function that cancels it
 */
export function whenIdle(task: () => void, maxMs: number): () => void {
  if ('requestIdleCallback' in window) {
    const id = requestIdleCallback(task, { timeout: maxMs })
    return () => cancelIdleCallback(id)
  }
  const id = setTimeout(task, 0)
  return () => clearTimeout(id)
}

/**
 * Runs a task that no screen needs yet, when the page has started and is idle.
 * @returns the function that cancels it
 */
export function whenStarted(task: () => void): () => void {
  let cancel: () => void = () => clearTimeout(timer)
  const timer = setTimeout(() => {
    cancel = whenIdle(task, START_IDLE_MAX_MS)
  }, START_MS)
  return () => cancel()
}

/**
 * Runs a task when the page is idle and had no long task for some time. A browser that does not report long tasks
 * counts as quiet.
 * @param times milliseconds without a long task, and milliseconds after which the task runs in any case
 * @returns the function that cancels it
 */
export function whenQuiet(task: () => void, { quietMs, maxMs }: { quietMs: number; maxMs: number }): () => void {
  const deadline = performance.now() + maxMs
  let cancelIdle: () => void = () => undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const wait = () => {
    cancelIdle()
    clearTimeout(timer)
    const leftMs = () => Math.max(1, deadline - performance.now())
    timer = setTimeout(
      () => {
        cancelIdle = whenIdle(() => {
          observer?.disconnect()
          task()
        }, leftMs())
      },
      Math.min(quietMs, leftMs()),
    )
  }
  const observer = PerformanceObserver.supportedEntryTypes.includes('longtask') ? new PerformanceObserver(wait) : null
  observer?.observe({ type: 'longtask' })
  wait()
  return () => {
    observer?.disconnect()
    cancelIdle()
    clearTimeout(timer)
  }
}
