import { useSyncExternalStore } from 'react'
import { type Notes, playTones } from '../../platform/audio/tones.ts'
import { onStored, readStored, storageKeys, writeStored } from '../../platform/session/storage.ts'

const NOTES: Notes = [
  [0, 880],
  [0.09, 1175],
]

const isOn = () => readStored(storageKeys.messageSoundOff) === null

/** Returns whether this device sounds for a message. */
export const useMessageSound = (): boolean =>
  useSyncExternalStore((listener) => onStored(storageKeys.messageSoundOff, listener), isOn)

export const setMessageSound = (on: boolean): void => writeStored(storageKeys.messageSoundOff, on ? null : 'yes')

/** Plays the short sound of a message, unless the user turned it off on this device. */
export function playMessageSound(): void {
  if (isOn()) playTones('hint', NOTES)
}
