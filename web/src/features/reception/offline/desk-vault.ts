import { useEffect, useSyncExternalStore } from 'react'
import { receptionRoutes } from '@noroshi/contract/reception/reception.http'
import { call } from '../../../platform/connection/http.ts'
import { newId } from '../../../platform/ids.ts'
import { onAccessToken } from '../../../platform/session/session.ts'
import { createDeskVault, type VaultState } from './create-desk-vault.ts'
import { indexedDbKeys } from './desk-key-store.ts'

/** The keys of the desks on this device. */
export const deskVault = createDeskVault({
  store: indexedDbKeys,
  secretOf: async (placeId, deskId) => (await call(receptionRoutes.deskSecret, { params: { placeId, deskId } })).secret,
  newDeskId: newId,
})
// The next user of this device opens the desk again.
onAccessToken(() => deskVault.lock())

/** Returns whether the desk of a shelter works without a connection on this device, and whether it is open. */
export function useDeskState(placeId: string): VaultState {
  useEffect(() => void deskVault.load().catch(() => undefined), [placeId])
  return useSyncExternalStore(deskVault.subscribe, () => deskVault.state(placeId))
}
