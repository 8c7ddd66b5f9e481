import { lazy } from 'react'
import { callEnd, useRunningCall } from '../../features/calls/running-call.ts'
import { useCurrentRadio } from '../../features/radio/current-radio.ts'
import { withTexts } from '../../platform/language/i18n.ts'
import { useObservable } from '../../platform/observable.ts'
import { LazyContent, retryUntilLoaded } from '../../ui/states/lazy-content.tsx'

const RunningCallBar = lazy(() =>
  retryUntilLoaded(() => withTexts(() => import('../../features/calls/components/running-call-bar.tsx'))).then(
    ({ RunningCallBar: bar }) => ({ default: bar }),
  ),
)
const CallEndBar = lazy(() =>
  retryUntilLoaded(() => withTexts(() => import('../../features/calls/components/call-end-bar.tsx'))).then(
    ({ CallEndBar: bar }) => ({ default: bar }),
  ),
)
const RunningRadioBar = lazy(() =>
  retryUntilLoaded(() => withTexts(() => import('../../overlays/running-radio-bar.tsx'))).then(({ RunningRadioBar: bar }) => ({
    default: bar,
  })),
)

/** The bars of the running call and of the radio chat, on each screen. Their code loads when one runs. */
export function RunningBars() {
  const call = useRunningCall()
  const end = useObservable(callEnd)
  const radio = useCurrentRadio()
  return (
    <>
      {call && (
        <LazyContent key={call.callId}>
          <RunningCallBar running={call} />
        </LazyContent>
      )}
      {end && (
        <LazyContent>
          <CallEndBar reason={end} />
        </LazyContent>
      )}
      {radio && (
        <LazyContent key={radio.radioChatId}>
          <RunningRadioBar radio={radio} />
        </LazyContent>
      )}
    </>
  )
}
