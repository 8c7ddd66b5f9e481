import type { DeviceCheck, DeviceChecks } from '@noroshi/contract/devices/devices.http'
import { useSoundState } from '../../platform/audio/output.ts'
import { useInstallation } from '../../platform/installation.ts'
import { useStoragePersisted } from '../../platform/persistent-storage.ts'
import { type PushState, usePushState } from '../../platform/push.ts'
import { useShellState } from '../../platform/service-worker.ts'
import { useConnection } from '../../platform/socket.ts'

const sounds = { ready: 'good', blocked: 'unchecked', none: 'problem' } as const

/** The check of notifications for each state of push; null while the state is unknown. */
const notificationChecks = {
  on: 'good',
  off: 'unchecked',
  checking: null,
  unreachable: null,
  signedOut: null,
  denied: 'problem',
  noService: 'problem',
  serverOff: 'problem',
  needsInstallation: 'problem',
  unsupported: 'problem',
  insecure: 'problem',
} as const satisfies Record<PushState, DeviceCheck | null>

/** Returns the checks of this device for the device report; null while they run or without a connection. */
export function useDeviceChecks(): DeviceChecks | null {
  const connection = useConnection()
  const sound = useSoundState()
  const installation = useInstallation()
  const shell = useShellState()
  const isPersisted = useStoragePersisted()
  const notifications = notificationChecks[usePushState()]
  if (connection !== 'online' || notifications === null || shell === 'storing') return null
  return {
    connection: window.isSecureContext ? 'good' : 'problem',
    sound: sounds[sound],
    notifications,
    storage: shell === 'stored' ? (isPersisted === false ? 'unchecked' : 'good') : 'problem',
    installation: installation === 'installed' ? 'good' : 'unchecked',
  }
}
