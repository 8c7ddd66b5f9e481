import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { countDownSos, raiseActor } from '../features/alerts/raise.ts'
import { setSpokenSos } from '../features/hands-free/hands-free-state.ts'
import { type Command, isSignedIn, registerCommands, useCommands } from '../platform/commands/commands.ts'
import { startShortcuts } from '../platform/commands/shortcuts.ts'
import { retryUntilLoaded } from '../ui/lazy-content.tsx'
import { hasTopDialog } from '../ui/top-dialog.tsx'
import { reportFailure } from './report-failure.ts'

/** The code of the commands loads after the first screen. */
const actions = () => import('./command-actions.tsx')

const countDown: Command<'sos.countDown'> = {
  id: 'sos.countDown',
  label: 'alerts.sos.name',
  shortcut: 'KeyS',
  ability: () => true,
  run(input) {
    if (!countDownSos() || input === undefined) return
    setSpokenSos(true)
    const subscription = raiseActor.subscribe((snapshot) => {
      if (snapshot.matches('countdown')) return
      setSpokenSos(false)
      subscription.unsubscribe()
    })
  },
}
const cancel: Command<'sos.cancel'> = {
  id: 'sos.cancel',
  label: 'alerts.sos.cancel',
  ability: () => true,
  run: () => raiseActor.send({ type: 'CANCEL' }),
}
// An SOS does not wait for a screen.
registerCommands([countDown, cancel])

/**
 * Adds the commands that voice, menus, buttons and shortcuts run to the catalogue, and starts the shortcuts.
 * @param isUser whether a user is signed in
 */
export function useAppCommands(isUser: boolean): void {
  const cache = useQueryClient()
  const navigate = useNavigate()
  const commands = useMemo(() => {
    const page = { cache, navigate }
    const chat: Command<'chat.open'> = {
      id: 'chat.open',
      label: 'messages.message',
      ability: isSignedIn,
      run: async (target) => (await actions()).openChat(page, target),
    }
    const call: Command<'call.start'> = {
      id: 'call.start',
      label: 'calls.call',
      ability: isSignedIn,
      run: async (target) => (await actions()).callTarget(page, target),
    }
    const message: Command<'message.send'> = {
      id: 'message.send',
      label: 'messages.send',
      ability: isSignedIn,
      run: async (input) => (await actions()).sendTo(page, input),
    }
    const radio: Command<'radio.start'> = {
      id: 'radio.start',
      label: 'radio.start',
      ability: isSignedIn,
      run: async (target) => (await actions()).startRadio(page, target),
    }
    const read: Command<'messages.read'> = {
      id: 'messages.read',
      label: 'messages.readUnread',
      shortcut: 'KeyM',
      ability: isSignedIn,
      run: async () => (await actions()).readMessages(page),
    }
    const stop: Command<'reading.stop'> = {
      id: 'reading.stop',
      label: 'speech.stop',
      shortcut: 'KeyX',
      ability: isSignedIn,
      run: async () => (await actions()).stopReading(),
    }
    return [chat, call, message, radio, read, stop]
  }, [cache, navigate])
  useCommands(commands)
  useEffect(() => {
    if (isUser) void retryUntilLoaded(actions)
  }, [isUser])
  useEffect(() => startShortcuts(hasTopDialog, reportFailure), [])
}
