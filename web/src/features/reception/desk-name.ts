import { readStored, storageKeys } from '../../platform/session/storage.ts'

/** Returns the name of this desk, which the device keeps; '' without one. */
export const deskName = (): string => readStored(storageKeys.deskName) ?? ''
