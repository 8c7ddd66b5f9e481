import { lazy } from 'react'
import { callEnd, useRunningCall } from '../../features/calls/running-call.ts'
import { playingNote } from '../../features/messaging/playing-note.ts'
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
const VoiceNoteBar = lazy(() =>
  retryUntilLoaded(() => withTexts(() => import('../../features/messaging/components/voice-note-bar.tsx'))).then(
    ({ VoiceNoteBar: bar }) => ({ default: bar }),
  ),
)

/** The bars of the running call, of the radio chat and of the voice note that plays, on each screen. Their code loads when one runs. */
export function RunningBars() {
  const call = useRunningCall()
  const end = useObservable(callEnd)
  const radio = useCurrentRadio()
  const hasNote = useObservable(playingNote, (playing) => playing !== null)
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
      {hasNote && (
        <LazyContent>
          <VoiceNoteBar />
        </LazyContent>
      )}
    </>
  )
}
