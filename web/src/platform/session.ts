import { useSyncExternalStore } from 'react'
import { clearStored, onStored, readStored, storageKeys, writeStored } from './storage.ts'

export const accessToken = (): string | null => readStored(storageKeys.accessToken)

export const setAccessToken = (token: string | null) => writeStored(storageKeys.accessToken, token)

/** Follows the token through login, logout and other tabs. */
export const onAccessToken = (listener: () => void) => onStored(storageKeys.accessToken, listener)

export const useAccessToken = (): string | null => useSyncExternalStore(onAccessToken, accessToken)

let isLeaving = false

/** The person asked to leave: that the session ends is then no news to them. Until the page begins anew. */
export const leaveByChoice = () => {
  isLeaving = true
}
export const leavesByChoice = (): boolean => isLeaving

/** Forgets the person on this device; its language, alert tokens and unsent SOS stay. */
export const clearSession = clearStored
