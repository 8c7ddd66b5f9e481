import { onStored, readStored, storageKeys, writeStored } from '../session/storage.ts'

/**
 * Whether single characters are shortcuts on this device. People who speak to their computer turn them off, because spoken
 * words would press them (WCAG 2.1.4).
 */
export const areSingleKeysOn = (): boolean => readStored(storageKeys.singleKeysOff) === null
export const setSingleKeys = (areOn: boolean): void => writeStored(storageKeys.singleKeysOff, areOn ? null : 'off')
export const onSingleKeys = (listener: () => void) => onStored(storageKeys.singleKeysOff, listener)
