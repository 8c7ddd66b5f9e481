import { useLocation } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useEffectEvent } from 'react'
import { sosRaiser, useRaiseStage } from '../features/alerts/sos/raise.ts'
import { useRunningCall } from '../features/calls/running-call.ts'
import { useCurrentRadio } from '../features/radio/current-radio.ts'
import {
  closeVoiceDialog,
  isHandsFreePath,
  openVoiceDialog,
  setHandsFree,
  setWakeMicrophone,
  useHandsFree,
  useSpokenSos,
  useTrainingWakeWord,
  useVoiceDialogOpen,
} from '../features/hands-free/hands-free-state.ts'
import { noteOfProblem } from '../features/hands-free/ask-for-microphone.ts'
import { SpokenCountdown } from '../features/hands-free/components/spoken-countdown.tsx'
import { loadSeconds } from '../features/hands-free/spoken-seconds.ts'
import { runCommand } from '../platform/commands/commands.ts'
import { useLanguage } from '../platform/language/i18n.ts'
import { Boundary } from '../ui/states/boundary.tsx'
import { LazyContent, retryUntilLoaded } from '../ui/states/lazy-content.tsx'
import { toastError, toastWarning } from '../ui/states/toast.tsx'
import { useHasTopDialog } from '../ui/dialogs/top-dialog.tsx'
import { reportFailure } from './report-failure.ts'
import { runSpoken } from './run-spoken.ts'

const VoiceDialogView = lazy(() =>
  retryUntilLoaded(() => import('../features/hands-free/components/voice-dialog-view.tsx')).then(({ VoiceDialogView: view }) => ({
    default: view,
  })),
)

/**
 * Hands-free mode on each page: the wake word opens the dialog, and a confirmed command runs (specification, section
 * 4).
 */
export function HandsFreeOverlay() {
  const isOpen = useVoiceDialogOpen()
  const isOn = useHandsFree()
  const isSpokenSos = useSpokenSos()
  const stage = useRaiseStage()
  const language = useLanguage()
  const isAllowed = useLocation({ select: ({ pathname }) => isHandsFreePath(pathname) })
  // An alarm on the whole screen hides the sign of the open microphone.
  const isCovered = useHasTopDialog()
  const isTraining = useTrainingWakeWord()
  // A call or a radio chat would hear it, and its voices could say the wake word.
  const isTalking = [useRunningCall(), useCurrentRadio()].some((running) => running !== null)
  const awaitsSpeech = stage === 'awaitingSpeech'
  const isCountingDown = (stage === 'countdown' || awaitsSpeech) && isSpokenSos
  useWakeWord(isOn && isAllowed && !isOpen && !isCovered && !isTraining && !isTalking && stage === 'idle')
  useEffect(() => {
    if (!isAllowed) closeVoiceDialog()
  }, [isAllowed])
  useEffect(() => void loadSeconds(), [language, isOpen])
  return (
    <>
      {isOpen && isAllowed && (
        <Boundary fallback={<DialogFailed />}>
          <Suspense>
            <VoiceDialogView
              onCommand={(command) => void runSpoken(command)}
              onFailed={toastError}
              isCovered={isCovered}
              onClose={closeVoiceDialog}
            />
          </Suspense>
        </Boundary>
      )}
      {isCountingDown && (
        <LazyContent>
          <SpokenCountdown
            isOver={awaitsSpeech}
            onCancel={() => void runCommand('sos.cancel', undefined)}
            onSpeech={(isUnknown) => sosRaiser.reportSpeech(isUnknown)}
          />
        </LazyContent>
      )}
    </>
  )
}

/**
 * Rendered in place of a dialog that failed. It closes the dialog, so that the wake word and the next command open a
 * new one.
 */
function DialogFailed() {
  useEffect(() => {
    closeVoiceDialog()
    reportFailure(null)
  }, [])
  return null
}

/** Listens for the wake word while it may. A hit stops listening and opens the dialog; its end resumes it. */
function useWakeWord(isListening: boolean): void {
  const hit = useEffectEvent(() => openVoiceDialog())
  useEffect(() => {
    if (!isListening) return
    let wakeWord: { stop: () => void } | null = null
    let isOver = false
    void retryUntilLoaded(() => import('../features/hands-free/wake-word.ts')).then(({ createWakeWord }) => {
      if (isOver) return
      const created = createWakeWord({
        onHit: () => hit(),
        onState({ isMicrophoneOpen, problem }) {
          setWakeMicrophone(isMicrophoneOpen)
          if (problem !== 'denied' && problem !== 'insecure') return
          // The permission was withdrawn, and only the user can give it again.
          toastWarning(noteOfProblem(problem))
          setHandsFree(false)
        },
      })
      created.start()
      wakeWord = created
    })
    return () => {
      isOver = true
      wakeWord?.stop()
      setWakeMicrophone(false)
    }
  }, [isListening])
}
