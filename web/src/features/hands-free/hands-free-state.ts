import { useSyncExternalStore } from 'react'
import { isSignedIn, registerCommands } from '../../platform/commands/commands.ts'
import { onStored, readStored, storageKeys, writeStored } from '../../platform/storage.ts'

/** Whether hands-free mode is enabled on this device. It is off at first. */
export const isHandsFree = (): boolean => readStored(storageKeys.handsFree) === 'on'
export const setHandsFree = (isOn: boolean) => writeStored(storageKeys.handsFree, isOn ? 'on' : null)
const onHandsFree = (listener: () => void) => onStored(storageKeys.handsFree, listener)
export const useHandsFree = (): boolean => useSyncExternalStore(onHandsFree, isHandsFree)

const MICROPHONE_PATHS = ['/asr-chat/', '/call/', '/group-call/']

/** Pages of radio chats (specification, section 2) and calls need the microphone themselves, and show no sign of the wake word. */
export const isHandsFreePath = (pathname: string): boolean =>
  MICROPHONE_PATHS.every((start) => !pathname.toLowerCase().startsWith(start))

/** A value of this page that components subscribe to. */
function createFlag() {
  let isSet = false
  let wasSet = false
  const flagListeners = new Set<() => void>()
  const subscribe = (listener: () => void) => {
    flagListeners.add(listener)
    return () => void flagListeners.delete(listener)
  }
  return {
    set(next: boolean) {
      isSet = next
      wasSet ||= next
      for (const listener of flagListeners) listener()
    },
    use: () => useSyncExternalStore(subscribe, () => isSet),
    /** Whether it is or was set since the page was loaded. */
    useEver: () => useSyncExternalStore(subscribe, () => wasSet),
  }
}

const dialog = createFlag()
export const openVoiceDialog = (): void => dialog.set(true)
export const closeVoiceDialog = (): void => dialog.set(false)
/** Returns whether the dialog of voice commands is open. */
export const useVoiceDialogOpen = dialog.use
/** Returns whether it was opened since the page was loaded. */
export const useVoiceDialogUsed = dialog.useEver

const microphone = createFlag()
/** Records whether the microphone is open for the wake word. */
export const setWakeMicrophone = microphone.set
export const useWakeMicrophone = microphone.use

const training = createFlag()
/** Records whether the dialog of the wake word is open, in which the user says it without a command. */
export const setWakeWordTraining = training.set
export const useTrainingWakeWord = training.use

const countdown = createFlag()
/** Records whether an SOS counts down that was raised by voice. */
export const setSpokenSos = countdown.set
export const useSpokenSos = countdown.use

const openWhereAllowed = () => {
  if (isHandsFreePath(window.location.pathname)) openVoiceDialog()
}

registerCommands([{ id: 'voice.open', label: 'handsFree.open', shortcut: 'KeyV', ability: isSignedIn, run: openWhereAllowed }])
