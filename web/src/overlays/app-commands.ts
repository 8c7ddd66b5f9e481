import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { countDownSos, sosRaiser } from '../features/alerts/sos/raise.ts'
import { setSpokenSos } from '../features/hands-free/hands-free-state.ts'
import { type CommandInputs, type CommandTarget, registerCommands, useCommands } from '../platform/commands/commands.ts'
import { startShortcuts } from '../platform/commands/shortcuts.ts'
import { withTexts } from '../platform/language/i18n.ts'
import { whenStarted } from '../platform/when-idle.ts'
import { retryUntilLoaded } from '../ui/states/lazy-content.tsx'
import { hasOpenDialog } from '../ui/dialogs/open-dialog.ts'
import { hasTopDialog } from '../ui/dialogs/top-dialog.tsx'
import { reportFailure } from './report-failure.ts'

/** The code of the commands loads after the first screen. */
const actions = () => import('./command-actions.tsx')
const keyboardDialogs = () => import('./keyboard-dialogs.tsx')
const spokenAnswer = () => withTexts(() => import('./spoken-answer.ts'))
const cover = { hasAlarm: hasTopDialog, hasDialog: hasOpenDialog }

// An SOS does not wait for the code of a screen.
registerCommands({
  'sos.countDown'(input) {
    if (!countDownSos() || input === undefined) return
    setSpokenSos(true)
    const unsubscribe = sosRaiser.view.subscribe(() => {
      if (sosRaiser.isCountingDown) return
      setSpokenSos(false)
      unsubscribe()
    })
  },
  'sos.cancel': () => sosRaiser.cancel(),
})

/**
 * Registers the code of the commands that voice, menus, buttons and shortcuts run, and starts the shortcuts.
 * @param isUser whether a user is signed in
 */
export function useAppCommands(isUser: boolean): void {
  const cache = useQueryClient()
  const navigate = useNavigate()
  const commands = useMemo(() => {
    const page = { cache, navigate }
    return {
      'chat.open': async (target: CommandTarget) => (await actions()).openChat(page, target),
      'call.start': async (target: CommandTarget) => (await actions()).callTarget(page, target),
      'message.send': async (input: CommandInputs['message.send']) => (await actions()).sendTo(page, input),
      'rollCall.answer': async ({ state }: CommandInputs['rollCall.answer']) =>
        (await spokenAnswer()).answerBySpeech(page, state),
      'radio.start': async (target: CommandTarget) => (await actions()).startRadio(page, target),
      'messages.read': async () => (await actions()).readMessages(page),
      'reading.stop': async () => (await actions()).stopReading(),
      'chats.switch': async () => (await keyboardDialogs()).switchChat(page),
      'shortcuts.show': async () => (await keyboardDialogs()).showShortcuts(),
    }
  }, [cache, navigate])
  useCommands(commands)
  useEffect(() => {
    if (!isUser) return undefined
    return whenStarted(() => void retryUntilLoaded(actions))
  }, [isUser])
  useEffect(() => startShortcuts(cover, reportFailure), [])
}
