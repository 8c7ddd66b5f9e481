import { Button } from '@mantine/core'
import { IconCheck, IconRefresh, IconRun } from '@tabler/icons-react'
import { useState } from 'react'
import type { AlertForViewer } from '@noroshi/contract/alerts/alerts.http'
import { useText } from '../../../platform/i18n.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { useAnswerAlert, useReopenAlert, useResolveAlert } from '../alerts.changes.ts'
import { isReopenable, mayOn } from '../facts.ts'
import { useReader } from '../../../platform/reader.ts'
import { useNow } from '../../../platform/use-now.ts'
import css from './answer-bar.module.css'

/** What one can do about the alert; it stands over the input, always in reach. */
export function AnswerBar({ alert }: { alert: AlertForViewer }) {
  const reader = useReader()
  const now = useNow()
  if (alert.resolvedAt !== null) {
    return mayOn(reader, 'alert:reopen', alert) && isReopenable(alert, now.getTime()) ? <Reopen alert={alert} /> : null
  }
  const mayAnswer = mayOn(reader, 'alert:answer', alert)
  const mayResolve = mayOn(reader, 'alert:resolve', alert)
  if (!mayAnswer && !mayResolve) return null
  return (
    <div className={css.bar}>
      {mayAnswer && <Respond alert={alert} />}
      {mayResolve && <Resolve alert={alert} />}
    </div>
  )
}

function Respond({ alert }: { alert: AlertForViewer }) {
  const text = useText()
  const { mutate, isPending } = useAnswerAlert(alert.id)
  const isGoing = alert.viewer.answer === 'responding'
  const Icon = isGoing ? IconCheck : IconRun
  return (
    <Button
      variant={isGoing ? 'light' : 'filled'}
      leftSection={<Icon size={20} stroke={2} aria-hidden="true" />}
      aria-pressed={isGoing}
      loading={isPending}
      onClick={() => isGoing || mutate('responding')}
    >
      {text(isGoing ? 'alerts.respondingOn' : 'alerts.responding')}
    </Button>
  )
}

function Resolve({ alert }: { alert: AlertForViewer }) {
  const text = useText()
  const [isAsking, setAsking] = useState(false)
  const { mutate, isPending } = useResolveAlert(alert.id)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconCheck size={20} stroke={2} aria-hidden="true" />}
        onClick={() => setAsking(true)}
      >
        {text('alerts.resolve')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => mutate(undefined, { onSettled: () => setAsking(false) })}
        isBusy={isPending}
        title={text('alerts.resolve')}
        confirmLabel={text('alerts.resolve')}
      >
        <p>{text('alerts.resolveConfirm')}</p>
      </ConfirmDialog>
    </>
  )
}

function Reopen({ alert }: { alert: AlertForViewer }) {
  const text = useText()
  const [isAsking, setAsking] = useState(false)
  const { mutate, isPending } = useReopenAlert(alert.id)
  return (
    <div className={css.bar}>
      <Button
        variant="default"
        leftSection={<IconRefresh size={20} stroke={2} aria-hidden="true" />}
        onClick={() => setAsking(true)}
      >
        {text('alerts.reopen')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => mutate(undefined, { onSettled: () => setAsking(false) })}
        isBusy={isPending}
        title={text('alerts.reopen')}
        confirmLabel={text('alerts.reopen')}
      >
        <p>{text('alerts.reopenConfirm')}</p>
      </ConfirmDialog>
    </div>
  )
}
