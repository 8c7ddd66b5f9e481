import { Button } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import { ReadinessCheck, type ReadinessState } from '../features/devices/components/readiness-check.tsx'
import { type MessageKey, useText } from '../platform/language/i18n.ts'
import { type PushState, renewPush, turnPushOff, turnPushOn, usePushState } from '../platform/push/push.ts'

const views = {
  checking: ['checking', 'ready.push.checking', null],
  on: ['ok', 'ready.push.on', 'off'],
  off: ['optional', 'ready.push.off', 'on'],
  denied: ['problem', 'ready.push.denied', 'again'],
  noService: ['problem', 'ready.push.noService', 'again'],
  unreachable: ['unchecked', 'ready.push.unreachable', 'again'],
  serverOff: ['problem', 'ready.push.serverOff', null],
  needsInstallation: ['problem', 'ready.push.needsInstallation', null],
  unsupported: ['problem', 'ready.push.unsupported', null],
  insecure: ['problem', 'ready.secureFirst', null],
  signedOut: ['unchecked', 'ready.push.signedOut', null],
} as const satisfies Record<PushState, [ReadinessState, MessageKey, 'on' | 'off' | 'again' | null]>

const changes = { on: turnPushOn, off: turnPushOff, again: renewPush }
const labels = { on: 'ready.push.turnOn', off: 'ready.push.turnOff', again: 'ready.checkAgain' } as const

/**
 * Shows whether alarms reach this device while it is locked or the application is closed, and the steps to enable them.
 */
export function PushCheck(): ReactNode {
  const text = useText()
  const [state, note, change] = views[usePushState()]
  const [isBusy, setBusy] = useState(false)
  useEffect(() => void renewPush(), [])
  const run = async (work: () => Promise<void>) => {
    setBusy(true)
    await work().finally(() => setBusy(false))
  }
  return (
    <ReadinessCheck
      icon={IconBell}
      title={text('ready.push')}
      state={isBusy ? 'checking' : state}
      note={text(note)}
      action={
        change !== null && (
          <Button variant={change === 'on' ? 'filled' : 'default'} loading={isBusy} onClick={() => void run(changes[change])}>
            {text(labels[change])}
          </Button>
        )
      }
    />
  )
}
