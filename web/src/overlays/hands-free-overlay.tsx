import { useLocation } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useEffectEvent } from 'react'
import type { SpokenCommand } from '@noroshi/contract/hands-free/hands-free.http'
import { useRaiseStage } from '../features/alerts/raise.ts'
import {
  closeVoiceDialog,
  isHandsFreePath,
  openVoiceDialog,
  setWakeMicrophone,
  useHandsFree,
  useSpokenSos,
  useVoiceDialogOpen,
} from '../features/hands-free/hands-free-state.ts'
import { SpokenCountdown } from '../features/hands-free/components/spoken-countdown.tsx'
import { runCommand } from '../platform/commands/commands.ts'
import { retryUntilLoaded } from '../ui/lazy-content.tsx'
import { toastError } from '../ui/toast.tsx'
import { cancelSpokenSos, VoiceCommands } from './voice-commands.tsx'

const VoiceDialogView = lazy(() =>
  import('../features/hands-free/components/voice-dialog-view.tsx').then(({ VoiceDialogView: view }) => ({ default: view })),
)

/** Hands-free mode on each page: the wake word opens the dialog, and a confirmed command runs (specification, section 4). */
export function HandsFreeOverlay() {
  const isOpen = useVoiceDialogOpen()
  const isOn = useHandsFree()
  const isSpokenSos = useSpokenSos()
  const stage = useRaiseStage()
  const isAllowed = useLocation({ select: ({ pathname }) => isHandsFreePath(pathname) })
  const isCountingDown = stage === 'countdown' && isSpokenSos
  useWakeWord(isOn && isAllowed && !isOpen && stage === 'idle')
  useEffect(() => {
    if (!isAllowed) closeVoiceDialog()
  }, [isAllowed])
  return (
    <>
      <VoiceCommands />
      {isOpen && isAllowed && (
        <Suspense>
          <VoiceDialogView onCommand={run} onFailed={toastError} onClose={closeVoiceDialog} />
        </Suspense>
      )}
      {isCountingDown && <SpokenCountdown onCancel={cancelSpokenSos} />}
    </>
  )
}

/** Runs a confirmed command by the catalogue. */
function run({ command, recipientUserId: userId, messageThreadId: threadId, recipientName, message }: SpokenCommand): void {
  const target = { name: recipientName ?? '', userId, threadId }
  if (command === 'call') void runCommand('call.start', target)
  else if (command === 'message') void runCommand('message.send', { ...target, text: (message ?? '').trim() })
  else if (command === 'asrChat') void runCommand('radio.start', target)
  else if (command === 'readMessages') void runCommand('messages.read', undefined)
  else if (command === 'sos') void runCommand('sos.countDown', undefined)
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
        onState: ({ isMicrophoneOpen }) => setWakeMicrophone(isMicrophoneOpen),
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
