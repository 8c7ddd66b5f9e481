import { useConnection } from '../../../platform/connection/socket.ts'
import type { VaultState } from './create-desk-vault.ts'
import { canEncrypt } from './desk-cipher.ts'
import { type DeskCopy, useDeskCopy } from './desk-copy.ts'
import { type DeskPerson, deskPeople } from './desk-people.ts'
import { useDeskState } from './desk-vault.ts'
import { type ListedChange, useUnsentChanges } from './unsent-desk-changes.ts'

export interface OfflineDesk {
  readonly state: VaultState
  /** The server cannot be reached, and the desk works from its copy. */
  readonly isOffline: boolean
  /** What is recorded goes to the outbox: without a connection, and after entries that wait there. */
  readonly keeps: boolean
  readonly copy: DeskCopy | null
  /** The people of the copy, with what was recorded since. */
  readonly people: readonly DeskPerson[]
  /** What the server does not have, refused entries too. */
  readonly unsent: readonly ListedChange[]
}

/** The desk of a shelter on this device, as it works without a connection. */
export function useOfflineDesk(placeId: string): OfflineDesk {
  const hasConnection = useConnection() !== 'offline'
  const state = useDeskState(placeId)
  const copy = useDeskCopy(placeId)
  const unsent = useUnsentChanges(placeId)
  const waiting = unsent.filter(({ entry }) => entry.state !== 'failed')
  const isOn = canEncrypt() && (state === 'locked' || state === 'open')
  return {
    state,
    isOffline: isOn && !hasConnection,
    keeps: state === 'open' && (!hasConnection || waiting.length > 0),
    copy,
    people: deskPeople(
      copy,
      waiting.flatMap(({ change }) => change ?? []),
    ),
    unsent,
  }
}
