import { Button, Progress } from '@mantine/core'
import { useLanguage, useText } from '../../../platform/language/i18n.ts'
import { dateTime } from '../../../platform/language/time.ts'
import { Notice } from '../../../ui/states/notice.tsx'
import css from './invitation-import.module.css'
import type { InvitationRun, RunState } from './invitation-run.ts'

/** The progress, why it waits or has stopped, and the buttons that stop it and go on. */
export function RunProgress({ run, state }: { run: InvitationRun; state: RunState }) {
  const text = useText()
  const { phase, wait, refusal, results } = state
  if (phase === 'done') return null
  const done = results.size
  return (
    <div className={css.progress}>
      <Progress
        size="lg"
        value={run.count === 0 ? 100 : (done / run.count) * 100}
        aria-label={text('invitationImport.inviting')}
      />
      <span className="num">{text('invitationImport.progress', { done, count: run.count })}</span>
      {wait && <WaitNotice wait={wait} />}
      {refusal && <Notice role="alert">{text('invitationImport.refused', { reason: refusal.message })}</Notice>}
      {phase === 'stopped' && <p role="status">{text('invitationImport.stopped')}</p>}
      <div className={css.actions}>
        {phase === 'stopped' ? (
          <Button onClick={run.start}>{text('invitationImport.continue')}</Button>
        ) : (
          <Button variant="default" onClick={run.stop}>
            {text('invitationImport.stop')}
          </Button>
        )}
        {wait?.reason === 'mails' && (
          <Button variant="default" onClick={run.omitMails}>
            {text('invitationImport.omitMails')}
          </Button>
        )}
      </div>
    </div>
  )
}

function WaitNotice({ wait: { reason, until } }: { wait: NonNullable<RunState['wait']> }) {
  const text = useText()
  const language = useLanguage()
  if (reason === 'mails') {
    const time = dateTime(new Date(until), language)
    return <Notice role="status">{text('invitationImport.waitsMails', { time })}</Notice>
  }
  return <Notice role="status">{text(reason === 'busy' ? 'invitationImport.waitsBusy' : 'invitationImport.waitsOffline')}</Notice>
}
