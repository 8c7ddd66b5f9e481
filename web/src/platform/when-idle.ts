import { START_IDLE_MAX_MS, START_MS } from './tuning.ts'

/**
 * Runs a task when the page is idle, or has been busy for `maxMs`. Safari has no idle callbacks: the task runs next.
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
 * Runs a task that no screen needs yet, after the page has started and is idle.
 * @returns the function that cancels it
 */
export function whenStarted(task: () => void): () => void {
  let cancel: () => void = () => clearTimeout(timer)
  const timer = setTimeout(() => {
    cancel = whenIdle(task, START_IDLE_MAX_MS)
  }, START_MS)
  return () => cancel()
}
