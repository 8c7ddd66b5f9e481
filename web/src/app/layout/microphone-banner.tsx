import { lazy } from 'react'
import { useMe } from '../../features/accounts/accounts.queries.ts'
import { useHandsFree } from '../../features/hands-free/hands-free-state.ts'
import { withTexts } from '../../platform/language/i18n.ts'
import { LazyContent, retryUntilLoaded } from '../../ui/states/lazy-content.tsx'

const HandsFreeBanner = lazy(() =>
  retryUntilLoaded(() => withTexts(() => import('../../features/hands-free/components/hands-free-banner.tsx'))).then(
    ({ HandsFreeBanner: banner }) => ({ default: banner }),
  ),
)

/** Shows the microphone of hands-free mode while it is enabled. Every screen that listens for the wake word has it. */
export function MicrophoneBanner() {
  const me = useMe()
  const isHandsFree = useHandsFree()
  if (!isHandsFree || !me) return null
  return (
    <LazyContent>
      <HandsFreeBanner />
    </LazyContent>
  )
}
