import { type ReactNode, Suspense } from 'react'
import { RETRY_MS } from '../../platform/tuning.ts'
import { Boundary } from './boundary.tsx'

/** Retries a failed load of a chunk until it succeeds. A page stays open for days on an unreliable Wi-Fi. */
export async function retryUntilLoaded<Module>(load: () => Promise<Module>): Promise<Module> {
  for (;;) {
    try {
      return await load()
    } catch {
      await new Promise((again) => setTimeout(again, RETRY_MS)) // the browser's console shows the error
    }
  }
}

/**
 * Lazy content that the rest of the page does not wait for. An error in it does not affect the page, such as an alarm.
 */
export function LazyContent({ fallback, children }: { fallback?: ReactNode; children: ReactNode }) {
  return (
    <Boundary>
      <Suspense fallback={fallback}>{children}</Suspense>
    </Boundary>
  )
}
