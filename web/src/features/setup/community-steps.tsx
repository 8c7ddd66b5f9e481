import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { SetupFacts } from '@noroshi/contract/setup/setup.http'
import { type MessageKey, useText } from '../../platform/language/i18n.ts'
import { paths } from '../../platform/paths/paths.ts'
import type { StepProps } from './guide.tsx'
import { JoinSheetDialog } from './join-sheet-dialog.tsx'
import { useCheckSteps, useCreateExample } from './setup.queries.ts'
import { StepCard } from './step-card.tsx'

export function MapStep(step: StepProps) {
  const text = useText()
  const hasStreets = step.state === 'done'
  return (
    <StepCard {...step} step="map" found={text(hasStreets ? 'setup.map.done' : 'setup.map.open')}>
      <Button component={Link} to={paths.adminMap} variant={hasStreets ? 'default' : 'filled'}>
        {text('setup.map.press')}
      </Button>
    </StepCard>
  )
}

export function PeopleStep({ facts, dialogs, ...step }: StepProps) {
  const text = useText()
  const { members, hasOpenInvitation } = facts
  const checkSteps = useCheckSteps()
  const [opened, setOpened] = useState<'sheet' | 'link' | null>(null)
  const open = hasOpenInvitation ? 'setup.people.invited' : 'setup.people.open'
  const close = () => {
    setOpened(null)
    checkSteps()
  }
  return (
    <StepCard {...step} step="people" found={members > 1 ? text('setup.people.done', { count: members }) : text(open)}>
      <Button variant={members > 1 ? 'default' : 'filled'} onClick={() => setOpened('sheet')}>
        {text('setup.sheet')}
      </Button>
      <Button variant="default" onClick={() => setOpened('link')}>
        {text('setup.people.link')}
      </Button>
      {opened === 'sheet' && <JoinSheetDialog facts={facts} onClose={close} />}
      {opened === 'link' && dialogs.invitation(close)}
    </StepCard>
  )
}

export function DevicesStep({ facts: { members, readyMembers, reportedMembers }, ...step }: StepProps) {
  const text = useText()
  const unreported = members - reportedMembers
  return (
    <StepCard
      {...step}
      step="devices"
      found={
        reportedMembers === 0 ? (
          text('setup.devices.unknown')
        ) : (
          <>
            <p>{text('setup.devices.ready', { ready: readyMembers, count: members })}</p>
            {unreported > 0 && <p>{text('setup.devices.unreported', { count: unreported })}</p>}
          </>
        )
      }
    >
      <Button component={Link} to={paths.ready} variant={step.state === 'done' ? 'default' : 'filled'}>
        {text('setup.devices.own')}
      </Button>
      <Button component={Link} to={paths.adminReadiness} variant="default">
        {text('setup.devices.press')}
      </Button>
    </StepCard>
  )
}

/** Returns what is missing of a group with members and a feed with a post. */
function missingOf({ hasGroup, hasGroupMember, hasFeed, hasPost }: SetupFacts): MessageKey[] {
  const missing: MessageKey[] = []
  if (!hasGroup) missing.push('setup.groupAndFeed.noGroup')
  else if (!hasGroupMember) missing.push('setup.groupAndFeed.noMember')
  if (!hasFeed) missing.push('setup.groupAndFeed.noFeed')
  else if (!hasPost) missing.push('setup.groupAndFeed.noPost')
  return missing
}

export function GroupAndFeedStep({ facts, ...step }: StepProps) {
  const text = useText()
  const example = useCreateExample()
  const missing = missingOf(facts)
  const { hasGroup, hasGroupMember, hasFeed, hasPost } = facts
  return (
    <StepCard
      {...step}
      step="groupAndFeed"
      found={
        missing.length === 0 || step.state === 'done'
          ? text('setup.groupAndFeed.done')
          : missing.map((key) => <p key={key}>{text(key)}</p>)
      }
    >
      {step.state !== 'done' && (!hasGroup || !hasFeed) && (
        <Button loading={example.isPending} onClick={() => example.mutate()}>
          {text('setup.groupAndFeed.press')}
        </Button>
      )}
      {hasGroup && !hasGroupMember && (
        <Button component={Link} to={paths.adminAlertGroups} variant="default">
          {text('setup.groupAndFeed.members')}
        </Button>
      )}
      {hasFeed && !hasPost && (
        <Button component={Link} to={paths.feeds} variant="default">
          {text('setup.groupAndFeed.post')}
        </Button>
      )}
    </StepCard>
  )
}

export function AdministratorsStep({ facts: { administrators: count }, ...step }: StepProps) {
  const text = useText()
  const isDone = step.state === 'done'
  return (
    <StepCard
      {...step}
      step="administrators"
      found={text(isDone ? 'setup.administrators.done' : 'setup.administrators.open', { count })}
    >
      <Button component={Link} to={paths.adminUsers} variant={isDone ? 'default' : 'filled'}>
        {text('setup.administrators.press')}
      </Button>
    </StepCard>
  )
}
