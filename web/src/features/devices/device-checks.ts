import type { DeviceCheck, DeviceChecks } from '@noroshi/contract/devices/devices.http'
import { useSoundState } from '../../platform/audio/output.ts'
import { useInstallation } from '../../platform/device/installation.ts'
import { useStoragePersisted } from '../../platform/device/persistent-storage.ts'
import { type PushState, usePushState } from '../../platform/push/push.ts'
import { useShellState } from '../../platform/push/service-worker.ts'
import { useConnection } from '../../platform/connection/socket.ts'

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

interface DeviceState {
  readonly isSecure: boolean
  readonly isOnline: boolean
  readonly sound: keyof typeof sounds
  readonly push: PushState
  readonly shell: ReturnType<typeof useShellState>
  /** null: the browser does not say whether it may delete the storage. */
  readonly isPersisted: boolean | null
  readonly isInstalled: boolean
}

/** Returns the checks of a device; null while they run or without a connection. */
export function checksOf({ isSecure, isOnline, sound, push, shell, isPersisted, isInstalled }: DeviceState): DeviceChecks | null {
  const notifications = notificationChecks[push]
  if (!isOnline || notifications === null || shell === 'storing') return null
  return {
    connection: isSecure ? 'good' : 'problem',
    sound: sounds[sound],
    notifications,
    storage: shell === 'stored' ? (isPersisted === false ? 'unchecked' : 'good') : 'problem',
    installation: isInstalled ? 'good' : 'unchecked',
  }
}

/** Returns the checks of this device for the device report; null while they run or without a connection. */
export const useDeviceChecks = (): DeviceChecks | null =>
  checksOf({
    isSecure: window.isSecureContext,
    isOnline: useConnection() === 'online',
    sound: useSoundState(),
    push: usePushState(),
    shell: useShellState(),
    isPersisted: useStoragePersisted(),
    isInstalled: useInstallation() === 'installed',
  })
