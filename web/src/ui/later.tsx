import { type ReactNode, Suspense } from 'react'
import { RETRY_MS } from '../platform/tuning.ts'
import { Boundary } from './boundary.tsx'

/** A chunk that was lost on the way is asked for again until it is there: a page lives for days on a Wi-Fi that comes and goes. */
export async function untilLoaded<Module>(load: () => Promise<Module>): Promise<Module> {
  for (;;) {
    try {
      return await load()
    } catch {
      await new Promise((again) => setTimeout(again, RETRY_MS)) // the browser's console has said why
    }
  }
}

/** A part that the rest of the page does not wait for, and that takes nothing of it along when it breaks: least of all an alarm. */
export function Later({ fallback, children }: { fallback?: ReactNode; children: ReactNode }) {
  return (
    <Boundary>
      <Suspense fallback={fallback}>{children}</Suspense>
    </Boundary>
  )
}
