import { useSyncExternalStore } from 'react'
import { registerCommands } from '../../platform/commands/commands.ts'
import { createObservable, useObservable } from '../../platform/observable.ts'
import { onStored, readStored, storageKeys, writeStored } from '../../platform/session/storage.ts'

/** Whether hands-free mode is enabled on this device. It is off at first. */
export const isHandsFree = (): boolean => readStored(storageKeys.handsFree) === 'on'
export const setHandsFree = (isOn: boolean) => writeStored(storageKeys.handsFree, isOn ? 'on' : null)
const onHandsFree = (listener: () => void) => onStored(storageKeys.handsFree, listener)
export const useHandsFree = (): boolean => useSyncExternalStore(onHandsFree, isHandsFree)

const MICROPHONE_PATHS = ['/asr-chat/', '/call/', '/group-call/']

/**
 * Pages of radio chats (specification, section 2) and calls need the microphone themselves, and show no sign of the
 * wake word.
 */
export const isHandsFreePath = (pathname: string): boolean =>
  MICROPHONE_PATHS.every((start) => !pathname.toLowerCase().startsWith(start))

const voiceDialog = createObservable({ isOpen: false, wasOpened: false })
export const openVoiceDialog = (): void => voiceDialog.set({ isOpen: true, wasOpened: true })
export const closeVoiceDialog = (): void => voiceDialog.set({ ...voiceDialog.get(), isOpen: false })
/** Returns whether the dialog of voice commands is open. */
export const useVoiceDialogOpen = (): boolean => useObservable(voiceDialog, ({ isOpen }) => isOpen)
/** Returns whether it was opened since the page was loaded. */
export const useVoiceDialogUsed = (): boolean => useObservable(voiceDialog, ({ wasOpened }) => wasOpened)

const microphone = createObservable(false)
/** Records whether the microphone is open for the wake word. */
export const setWakeMicrophone = microphone.set
export const useWakeMicrophone = (): boolean => useObservable(microphone)

const training = createObservable(false)
/** Records whether the dialog of the wake word is open, in which the user says it without a command. */
export const setWakeWordTraining = training.set
export const useTrainingWakeWord = (): boolean => useObservable(training)

const countdown = createObservable(false)
/** Records whether an SOS counts down that was raised by voice. */
export const setSpokenSos = countdown.set
export const useSpokenSos = (): boolean => useObservable(countdown)

const openWhereAllowed = () => {
  if (isHandsFreePath(window.location.pathname)) openVoiceDialog()
}

registerCommands({ 'voice.open': openWhereAllowed })
