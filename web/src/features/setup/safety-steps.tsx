import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { DrillResult, SetupFacts } from '@noroshi/contract/setup/setup.http'
import { type Text, useLanguage, useText } from '../../platform/language/i18n.ts'
import { listText } from '../../platform/language/list-text.ts'
import { nameOf } from '../../platform/language/person-name.ts'
import { fullDateTime } from '../../platform/language/time.ts'
import { paths } from '../../platform/paths/paths.ts'
import { linkForOthers } from '../../shared/admin/link-for-others.ts'
import type { StepProps } from './guide.tsx'
import { useCheckSteps, useEndDrill, useSendSteps } from './setup.queries.ts'
import { StepCard } from './step-card.tsx'

/** Max names of people whom a drill did not reach. */
const NAMES_SHOWN = 10

function backupText({ isOn, isComplete, rehearsal }: SetupFacts['backup'], time: string, text: Text): string {
  if (!isOn) return text('setup.backup.off')
  if (isComplete === null) return text('setup.backup.none')
  if (!isComplete) return text('setup.backup.failed')
  if (rehearsal === 'damaged') return text('setup.backup.damaged')
  return text(rehearsal === 'rehearsed' ? 'setup.backup.done' : 'setup.backup.verified', { time })
}

export function BackupStep({ facts: { backup }, ...step }: StepProps) {
  const text = useText()
  const language = useLanguage()
  const time = backup.endedAt === null ? '' : fullDateTime(backup.endedAt, language)
  return (
    <StepCard {...step} step="backup" found={backupText(backup, time, text)}>
      <Button component={Link} to={paths.adminBackup} variant={step.state === 'done' ? 'default' : 'filled'}>
        {text('setup.backup.press')}
      </Button>
    </StepCard>
  )
}

export function DrillStep({ facts: { drill, readyPage }, dialogs, ...step }: StepProps) {
  const text = useText()
  const checkSteps = useCheckSteps()
  const end = useEndDrill()
  const [isStarting, setStarting] = useState(false)
  const close = () => {
    setStarting(false)
    checkSteps()
  }
  return (
    <StepCard
      {...step}
      step="drill"
      found={<output>{drill === null ? text('setup.drill.none') : <Result drill={drill} />}</output>}
    >
      {drill !== null && <SendSteps drill={drill} address={linkForOthers(readyPage, window.location.href).url} />}
      {drill?.isRunning === true ? (
        <Button variant="default" loading={end.isPending} onClick={() => end.mutate(drill.alertId)}>
          {text('setup.drill.end')}
        </Button>
      ) : (
        <Button variant={drill === null ? 'filled' : 'default'} onClick={() => setStarting(true)}>
          {text('setup.drill.start')}
        </Button>
      )}
      {isStarting && dialogs.drill(close)}
    </StepCard>
  )
}

function Result({ drill: { isRunning, alarmed, reached, missed, endedEarlyAt, stepsSentAt } }: { drill: DrillResult }) {
  const text = useText()
  const language = useLanguage()
  const counts = { reached, count: alarmed }
  if (isRunning) return <p>{text('setup.drill.running', counts)}</p>
  if (alarmed === 0) return <p>{text('setup.drill.alone')}</p>
  const others = missed.length - NAMES_SHOWN
  const names = [
    ...missed.slice(0, NAMES_SHOWN).map((person) => nameOf(person)),
    ...(others > 0 ? [text('setup.drill.others', { count: others })] : []),
  ]
  return (
    <>
      <p>
        <b>{text('setup.drill.result', counts)}</b>
      </p>
      {names.length > 0 && <p translate="no">{text('setup.drill.missed', { names: listText(names, language) })}</p>}
      {names.length === 0 && reached < alarmed && <p>{text('setup.drill.noneMissed')}</p>}
      {endedEarlyAt !== null && reached < alarmed && <p>{text('setup.drill.early')}</p>}
      {stepsSentAt !== null && <p>{text('setup.drill.sentAt', { time: fullDateTime(stepsSentAt, language) })}</p>}
    </>
  )
}

function SendSteps({ drill, address }: { drill: DrillResult; address: string }) {
  const text = useText()
  const { mutate, isPending } = useSendSteps()
  const { alertId, isRunning, missed, stepsSentAt } = drill
  if (isRunning || missed.length === 0 || stepsSentAt !== null) return null
  return (
    <Button loading={isPending} onClick={() => mutate({ alertId, address })}>
      {text('setup.drill.send', { count: missed.length })}
    </Button>
  )
}
