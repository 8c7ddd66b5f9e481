import { Button } from '@mantine/core'
import { IconCloudOff, IconDeviceMobile } from '@tabler/icons-react'
import { useState } from 'react'
import { useText } from '../../../platform/language/i18n.ts'
import { install, useInstallation } from '../../../platform/device/installation.ts'
import { requestPersistentStorage, useStoragePersisted } from '../../../platform/device/persistent-storage.ts'
import { useShellState } from '../../../platform/push/service-worker.ts'
import { joinPlatformOf } from '../../../shared/devices/join-platforms.ts'
import { ReadinessCheck } from './readiness-check.tsx'

const steps = {
  ios: 'ready.installIos',
  android: 'ready.installAndroid',
  windows: 'ready.installComputer',
  macos: 'ready.installMac',
  linux: 'ready.installComputer',
} as const

/** Shows whether the application is installed and how to install it. */
export function InstallCheck() {
  const text = useText()
  const installation = useInstallation()
  const note = () => {
    if (!window.isSecureContext) return text('ready.secureFirst')
    if (installation === 'installed') return text('ready.installOk')
    if (installation === 'offered') return text('ready.installNote')
    return text(steps[joinPlatformOf(navigator.userAgent, navigator.maxTouchPoints)])
  }
  return (
    <ReadinessCheck
      icon={IconDeviceMobile}
      title={text('ready.install')}
      state={installation === 'installed' ? 'ok' : window.isSecureContext ? 'optional' : 'problem'}
      note={note()}
      action={installation === 'offered' && <Button onClick={() => void install()}>{text('ready.installNow')}</Button>}
    />
  )
}

const shellStates = { stored: 'ok', storing: 'checking', impossible: 'problem' } as const

/** Shows whether the application starts without the server. The user can ask the browser to keep it. */
export function StoredCheck() {
  const text = useText()
  const shell = useShellState()
  const isPersisted = useStoragePersisted()
  const [wasRefused, setRefused] = useState(false)
  const note = () => {
    if (!window.isSecureContext) return text('ready.secureFirst')
    if (shell !== 'stored') return text(shell === 'storing' ? 'ready.storing' : 'ready.storedProblem')
    if (isPersisted !== false) return text('ready.storedOk')
    return text(wasRefused ? 'ready.storedRefused' : 'ready.storedNotKept')
  }
  return (
    <ReadinessCheck
      icon={IconCloudOff}
      title={text('ready.stored')}
      state={shellStates[shell]}
      note={note()}
      action={
        shell === 'stored' &&
        isPersisted === false && (
          <Button variant="default" onClick={() => void requestPersistentStorage().then((isGranted) => setRefused(!isGranted))}>
            {text('ready.storedKeep')}
          </Button>
        )
      }
    />
  )
}
