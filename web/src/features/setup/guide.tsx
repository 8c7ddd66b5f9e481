import { Button } from '@mantine/core'
import { type ComponentType, type ReactNode, useEffect } from 'react'
import type { SetupFacts, SetupGuide, SetupStep, StepState } from '@noroshi/contract/setup/setup.http'
import { useText } from '../../platform/language/i18n.ts'
import { EmptyState, ErrorState, ListSkeleton } from '../../ui/states/states.tsx'
import { AdministratorsStep, DevicesStep, GroupAndFeedStep, MapStep, PeopleStep } from './community-steps.tsx'
import { BackupStep, DrillStep } from './safety-steps.tsx'
import { doneCountOf, nextStepOf, useChangeSetup, useSetup } from './setup.queries.ts'
import css from './setup.module.css'
import { LanguageStep, LocationStep, NameStep } from './unit-steps.tsx'

export interface StepProps {
  facts: SetupFacts
  state: StepState
  /** It is the first step that is not done. */
  isNext: boolean
  dialogs: StepDialogs
}

/** Dialogs of other features. */
export interface StepDialogs {
  /** Returns the dialog that creates an invitation link. */
  readonly invitation: (close: () => void) => ReactNode
  /** Returns the dialog that starts a drill. */
  readonly drill: (close: () => void) => ReactNode
}

const stepComponents: Record<SetupStep, ComponentType<StepProps>> = {
  unitName: NameStep,
  location: LocationStep,
  language: LanguageStep,
  map: MapStep,
  people: PeopleStep,
  devices: DevicesStep,
  groupAndFeed: GroupAndFeedStep,
  administrators: AdministratorsStep,
  backup: BackupStep,
  drill: DrillStep,
}

/** The guide of the first hour: all steps in their order. */
export function Guide({ dialogs }: { dialogs: StepDialogs }) {
  const text = useText()
  const { data, error, refetch } = useSetup()
  if (data?.guide) return <Steps dialogs={dialogs} guide={data.guide} isHidden={data.isDismissed} />
  if (data) return <EmptyState title={text('setup.old')} />
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} title={text('setup.loadFailed')} />
  return <ListSkeleton rows={4} />
}

interface StepsProps {
  guide: SetupGuide
  /** Whether home does not show the guide. */
  isHidden: boolean
  dialogs: StepDialogs
}

function Steps({ guide, isHidden, dialogs }: StepsProps) {
  const text = useText()
  const { mutate, isPending } = useChangeSetup()
  const next = nextStepOf(guide)
  // The card of home links to the next step.
  useEffect(() => {
    const { hash } = window.location
    if (hash !== '') document.getElementById(hash.slice(1))?.scrollIntoView({ block: 'center' })
  }, [])
  const counts = { done: doneCountOf(guide), count: guide.steps.length }
  return (
    <div className={css.guide}>
      <p>{text('setup.intro')}</p>
      <p className={css.progress}>{next === undefined ? text('setup.allDone') : text('setup.progress', counts)}</p>
      <ol className={css.list}>
        {guide.steps.map(({ step, state }) => {
          const Step = stepComponents[step]
          return <Step key={step} facts={guide.facts} state={state} isNext={step === next} dialogs={dialogs} />
        })}
      </ol>
      {next !== undefined && (
        <Button variant="subtle" className={css.hide} disabled={isPending} onClick={() => mutate({ isDismissed: !isHidden })}>
          {text(isHidden ? 'setup.show' : 'setup.dismiss')}
        </Button>
      )}
    </div>
  )
}
