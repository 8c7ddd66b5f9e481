import { useEffect, useState } from 'react'
import type { DeviceCheck, DeviceChecks } from '@noroshi/contract/devices/devices.http'
import { useSoundState } from '../../platform/audio/output.ts'
import { useInstallation } from '../../platform/installation.ts'
import { useKeptStored } from '../../platform/kept-storage.ts'
import { useShellState } from '../../platform/service-worker.ts'
import { useConnection } from '../../platform/socket.ts'

const sounds = { ready: 'good', blocked: 'unchecked', none: 'problem' } as const

/** Whether notifications reach this device while its page is closed. */
async function checkNotifications(): Promise<DeviceCheck> {
  if (!('Notification' in window) || !('PushManager' in window) || !('serviceWorker' in navigator)) return 'problem'
  if (Notification.permission === 'denied') return 'problem'
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ? 'good' : 'unchecked'
}

/** Checks again when the page is shown: the user may have changed the settings of the browser. */
function useNotificationsCheck(): DeviceCheck | null {
  const [state, setState] = useState<DeviceCheck | null>(null)
  useEffect(() => {
    const check = () => void checkNotifications().then(setState, () => setState('problem'))
    check()
    document.addEventListener('visibilitychange', check)
    return () => document.removeEventListener('visibilitychange', check)
  }, [])
  return state
}

/** What this device can do at an alarm; null while it is being checked, or without a connection. */
export function useDeviceChecks(): DeviceChecks | null {
  const connection = useConnection()
  const sound = useSoundState()
  const installation = useInstallation()
  const shell = useShellState()
  const isKept = useKeptStored()
  const notifications = useNotificationsCheck()
  if (connection !== 'online' || notifications === null || shell === 'storing') return null
  return {
    connection: window.isSecureContext ? 'good' : 'problem',
    sound: sounds[sound],
    notifications,
    storage: shell === 'stored' ? (isKept === false ? 'unchecked' : 'good') : 'problem',
    installation: installation === 'installed' ? 'good' : 'unchecked',
  }
}
