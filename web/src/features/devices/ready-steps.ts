import type { Installation } from '../../platform/device/installation.ts'
import type { PushState } from '../../platform/push/push.ts'

/** What prepares a phone for alarms, in the order in which each makes the next one possible. */
export const READY_STEPS = ['trust', 'install', 'notifications', 'test'] as const
export type ReadyStep = (typeof READY_STEPS)[number]

/** The states of notifications in which the user can turn them on. */
const MENDABLE: readonly PushState[] = ['off', 'denied', 'noService', 'unreachable', 'signedOut']

interface Device {
  readonly isSecure: boolean
  /** Whether the server has secure pages; undefined while it is not known. */
  readonly hasHttps: boolean | undefined
  readonly isPhone: boolean
  readonly installation: Installation
  readonly push: PushState
  readonly isSignedIn: boolean
  /** Whether a test alarm has rung for the user of this device. */
  readonly hasRung: boolean
}

/**
 * Returns the first step that is open and that the user of the device can do; null if there is none, or while it is not
 * known.
 */
export function nextReadyStep(device: Device): ReadyStep | null {
  const { isSecure, hasHttps, isPhone, installation, push, isSignedIn, hasRung } = device
  if (!isSecure && hasHttps !== false) return hasHttps === true ? 'trust' : null
  if (isSecure && (installation === 'offered' || (isPhone && installation === 'manual'))) return 'install'
  if (isSecure && push === 'checking') return null
  if (isSecure && MENDABLE.includes(push)) return 'notifications'
  return isSignedIn && !hasRung ? 'test' : null
}
