import { Button, Switch } from '@mantine/core'
import { IconArrowRight, IconCheck, IconClock, IconRefresh, IconRun } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { AlertForViewer } from '@noroshi/contract/alerts/alerts.http'
import { ResponderProgress } from '@noroshi/contract/alerts/handling'
import { useText } from '../../../platform/language/i18n.ts'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { useReopenAlert, useResolveAlert } from '../alerts.changes.ts'
import { isReopenable, canOnAlert } from '../ability-facts.ts'
import { useCurrentUser } from '../../../platform/session/current-user.ts'
import { useNow } from '../../../platform/use-now.ts'
import { CloseDialog } from '../handling/close-dialog.tsx'
import { LocationChoice } from '../handling/location-choice.tsx'
import { answerAlert, type UnsentAnswer, useUnsentAnswer } from '../unsent-answers.ts'
import { AlertSummary } from './alert-summary.tsx'
import css from './answer-bar.module.css'

const STEPS = ResponderProgress.options

/** The actions on an alert. The bar is above the input, so that it is always in reach. */
export function AnswerBar({ alert }: { alert: AlertForViewer }) {
  const reader = useCurrentUser()
  const now = useNow()
  if (alert.resolvedAt !== null) {
    return canOnAlert(reader, 'alert:reopen', alert) && isReopenable(alert, now.getTime()) ? <Reopen alert={alert} /> : null
  }
  const mayAnswer = canOnAlert(reader, 'alert:answer', alert)
  const mayResolve = canOnAlert(reader, 'alert:resolve', alert)
  if (!mayAnswer && !mayResolve) return null
  return (
    <>
      {mayAnswer && (
        <div className={css.questions}>
          <WaitingNote alertId={alert.id} />
          <LocationChoice alert={alert} />
          {alert.raisedBy === null && <ShownToRaiser alert={alert} />}
        </div>
      )}
      <div className={css.bar} data-toast-clear>
        {mayAnswer && <Respond alert={alert} />}
        {mayAnswer && <NextProgress alert={alert} />}
        {mayResolve && (alert.isDrill ? <EndDrill alert={alert} /> : <Resolve alert={alert} />)}
      </div>
    </>
  )
}

/** Says that the answer of the user is stored and not sent. */
function WaitingNote({ alertId }: { alertId: string }) {
  const text = useText()
  const isWaiting = useUnsentAnswer(alertId)?.state === 'waiting'
  return (
    <output className={css.waiting}>
      {isWaiting && (
        <span>
          <b>{text('alerts.answerWaits')}</b> {text('outbox.waitingNote')}
        </span>
      )}
    </output>
  )
}

function Respond({ alert }: { alert: AlertForViewer }) {
  const text = useText()
  const unsent = useUnsentAnswer(alert.id)
  const isUnsent = unsent?.payload.answer === 'responding'
  const progress = progressOf(alert, unsent)
  const isGoing = isUnsent || (!unsent && alert.viewer.answer === 'responding')
  const Icon = isUnsent ? IconClock : isGoing ? IconCheck : IconRun
  return (
    <Button
      variant={isGoing ? 'light' : 'filled'}
      leftSection={<Icon size={20} stroke={2} aria-hidden="true" />}
      aria-pressed={isGoing}
      loading={isUnsent && unsent.state !== 'waiting'}
      onClick={() => isGoing || void answerAlert(alert.id, 'responding')}
    >
      {progress ? text(`alerts.progress.${progress}`) : text(isGoing && !isUnsent ? 'alerts.respondingOn' : 'alerts.responding')}
    </Button>
  )
}

const progressOf = ({ viewer }: AlertForViewer, unsent: UnsentAnswer | undefined) =>
  unsent ? unsent.payload.progress : viewer.progress

/** The next step of a user who responds: on the way, arrived, done. It is kept until the server has it. */
function NextProgress({ alert }: { alert: AlertForViewer }) {
  const text = useText()
  const unsent = useUnsentAnswer(alert.id)
  if ((unsent?.payload.answer ?? alert.viewer.answer) !== 'responding') return null
  const progress = progressOf(alert, unsent)
  const next = STEPS[progress === undefined ? 0 : STEPS.indexOf(progress) + 1]
  if (next === undefined) return null
  return (
    <Button
      leftSection={<IconArrowRight size={20} stroke={2} aria-hidden="true" />}
      onClick={() => void answerAlert(alert.id, 'responding', { progress: next })}
    >
      {text(`alerts.progress.${next}`)}
    </Button>
  )
}

/** Lets a user who responds show their name and shared location to the anonymous raiser of this alert. */
function ShownToRaiser({ alert }: { alert: AlertForViewer }) {
  const text = useText()
  const unsent = useUnsentAnswer(alert.id)
  if ((unsent?.payload.answer ?? alert.viewer.answer) !== 'responding') return null
  const isShown = unsent?.payload.isShownToRaiser ?? alert.viewer.isShownToRaiser ?? false
  return (
    <div className={css.shown}>
      <Switch
        label={text('alerts.coming.show')}
        description={text('alerts.coming.showNote')}
        checked={isShown}
        onChange={({ currentTarget: { checked } }) => void answerAlert(alert.id, 'responding', { isShownToRaiser: checked })}
      />
    </div>
  )
}

function Resolve({ alert }: { alert: AlertForViewer }) {
  const text = useText()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconCheck size={20} stroke={2} aria-hidden="true" />}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {text('alerts.resolve')}
      </Button>
      {isOpen && <CloseDialog alert={alert} onClose={() => setOpen(false)} />}
    </>
  )
}

function EndDrill({ alert }: { alert: AlertForViewer }) {
  return (
    <ConfirmButton
      alert={alert}
      texts={TEXTS.end}
      icon={<IconCheck size={20} stroke={2} aria-hidden="true" />}
      change={useResolveAlert(alert)}
    />
  )
}

function Reopen({ alert }: { alert: AlertForViewer }) {
  return (
    <div className={css.bar} data-toast-clear>
      <ConfirmButton
        alert={alert}
        texts={TEXTS.reopen}
        icon={<IconRefresh size={20} stroke={2} aria-hidden="true" />}
        change={useReopenAlert(alert.id)}
      />
    </div>
  )
}

const TEXTS = {
  reopen: { label: 'alerts.reopen', question: 'alerts.reopenConfirm' },
  end: { label: 'alerts.drill.end', question: 'alerts.drill.endConfirm' },
} as const

interface ConfirmButtonProps {
  alert: AlertForViewer
  texts: (typeof TEXTS)[keyof typeof TEXTS]
  icon: ReactNode
  change: ReturnType<typeof useResolveAlert | typeof useReopenAlert>
}

/** A button that asks for confirmation and names the alert. */
function ConfirmButton({ alert, texts, icon, change: { mutate, isPending } }: ConfirmButtonProps) {
  const text = useText()
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button variant="default" leftSection={icon} onClick={() => setAsking(true)}>
        {text(texts.label)}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => mutate(undefined, { onSettled: () => setAsking(false) })}
        isBusy={isPending}
        title={text(texts.label)}
        confirmLabel={text(texts.label)}
      >
        <AlertSummary alert={alert} />
        <p>{text(texts.question)}</p>
      </ConfirmDialog>
    </>
  )
}
