import type { z } from 'zod'
import {
  DRILL_MISSED_MAX,
  type DrillResult,
  type Setup,
  type SetupFacts,
  SetupItem,
  SetupStep,
  type setupRoutes,
  type StepState,
} from '@noroshi/contract/setup/setup.http'
import type { Deps } from '#/deps.ts'
import { mergeSetting, readSetting } from '#/features/accounts/server/stored-settings.service.ts'
import { changeUnitSettings, DEFAULT_UNIT_NAME, unitSettings } from '#/features/accounts/server/unit.service.ts'
import { listAlertGroups } from '#/features/alerts/groups/alert-groups-admin.service.ts'
import { runningDrill } from '#/features/alerts/reach/running-drill.service.ts'
import { lastBackup } from '#/features/backups/backups.service.ts'
import { countReadiness } from '#/features/devices/devices.service.ts'
import { lastDrill, missedByDrill } from '#/features/devices/last-drill.service.ts'
import { readStreets } from '#/features/streets/streets.service.ts'
import type { AuditActor } from '#/http/authenticate.ts'
import { ownLink } from '#/http/own-link.ts'
import { setupCounts } from './setup.sql.ts'

const KEY = 'setupChecklist'
/** The setting that records to which drill the steps were sent. */
export const STEPS_KEY = 'drillSteps'

/** The drill after which the steps were sent. */
export interface SentSteps {
  readonly alertId: string
  readonly sentAt: string
}

/** Decisions of the administrators: what they confirmed, and whether the guide is hidden on the home screen. */
type Decisions = { readonly isDismissed?: boolean } & { readonly [Item in SetupItem | SetupStep]?: true }

/** Returns the last drill: one that runs, or else one whose outcome is final. */
export async function readDrill({ db }: Deps): Promise<DrillResult | null> {
  const running = await runningDrill(db)
  if (running !== null) {
    const startedAt = running.startedAt.toISOString()
    return { ...running, startedAt, isRunning: true, endedEarlyAt: null, missed: [], stepsSentAt: null }
  }
  const last = await lastDrill(db)
  if (last === null) return null
  const [missed, steps] = await Promise.all([
    missedByDrill(db, last.alertId, DRILL_MISSED_MAX),
    readSetting<SentSteps>(db, STEPS_KEY),
  ])
  return { ...last, isRunning: false, missed, stepsSentAt: steps?.alertId === last.alertId ? steps.sentAt : null }
}

async function readFacts(deps: Deps) {
  const { db } = deps
  const [settings, streets, { items: groups }, counts, readiness, { isOn, last }, drill] = await Promise.all([
    unitSettings(db),
    readStreets(db),
    listAlertGroups(deps),
    setupCounts(db, deps.now()),
    countReadiness(deps),
    lastBackup(db),
    readDrill(deps),
  ])
  const ownGroups = groups.filter(({ isBuiltIn }) => !isBuiltIn)
  const { name, location, language } = settings
  const { hasOrdinaryUser, hasInvitation, ...shown } = counts
  const facts: SetupFacts = {
    ...shown,
    name,
    location,
    language,
    members: readiness.members,
    readyMembers: readiness.ready,
    reportedMembers: readiness.reported,
    hasGroup: ownGroups.length > 0,
    hasGroupMember: ownGroups.some(({ memberCount }) => memberCount > 0),
    backup: {
      isOn,
      isComplete: last === undefined ? null : last.outcome === 'complete',
      endedAt: last?.ended_at?.toISOString() ?? null,
      rehearsal: (last?.rehearsal ?? null) as SetupFacts['backup']['rehearsal'], // the table checks it
    },
    drill,
    readyPage: ownLink(deps, '/ready'),
  }
  return { facts, hasStreets: streets !== null || deps.config.tileUrl !== null, hasInvited: hasOrdinaryUser || hasInvitation }
}

const doneIf = (isDone: boolean): StepState => (isDone ? 'done' : 'open')

function devicesState({ members, readyMembers, reportedMembers }: SetupFacts): StepState {
  if (readyMembers === members) return 'done'
  return reportedMembers === 0 ? 'unknown' : 'open'
}

function backupState({ backup: { isOn, isComplete, rehearsal } }: SetupFacts): StepState {
  if (!isOn || isComplete !== true || rehearsal === 'damaged') return 'open'
  return rehearsal === 'rehearsed' ? 'done' : 'unknown'
}

/** A drill is done when it rang for all whom it alarmed, or when the others have got the steps. */
const isDrillDone = (drill: DrillResult | null): boolean =>
  drill !== null &&
  !drill.isRunning &&
  drill.alarmed > 0 &&
  (drill.reached === drill.alarmed || drill.missed.length === 0 || drill.stepsSentAt !== null)

const statesOf = (facts: SetupFacts, hasStreets: boolean, decisions: Decisions): Record<SetupStep, StepState> => ({
  unitName: doneIf(facts.name !== DEFAULT_UNIT_NAME),
  location: doneIf(facts.location !== null),
  language: doneIf(facts.language !== null),
  map: doneIf(hasStreets),
  people: doneIf(facts.members > 1),
  devices: devicesState(facts),
  groupAndFeed: doneIf((facts.hasGroupMember || decisions.alertGroups === true) && facts.hasPost),
  administrators: doneIf(facts.administrators > 1),
  backup: backupState(facts),
  drill: doneIf(isDrillDone(facts.drill)),
})

/** Returns the guide. A step is done if the data shows it, and confirmed if an administrator leaves it as it is. */
export async function readSetup(deps: Deps): Promise<Setup> {
  const [read, decisions = {}] = await Promise.all([readFacts(deps), readSetting<Decisions>(deps.db, KEY)])
  const { facts, hasStreets, hasInvited } = read
  const states = statesOf(facts, hasStreets, decisions)
  const items: Record<SetupItem, boolean> = {
    unitName: states.unitName === 'done',
    people: hasInvited,
    alertGroups: facts.hasGroup,
    map: hasStreets,
  }
  const stateOf = (step: SetupStep): StepState =>
    states[step] !== 'done' && decisions[step] === true ? 'confirmed' : states[step]
  const steps = SetupStep.options.map((step) => ({ step, state: stateOf(step) }))
  const isFinished = steps.every(({ state }) => state === 'done' || state === 'confirmed')
  // Home shows the guide no more, also when a step opens again, such as by a member with a new phone.
  if (isFinished && decisions.isDismissed === undefined) await mergeSetting(deps.db, KEY, { isDismissed: true })
  return {
    items: SetupItem.options.map((item) => ({ item, isDone: items[item] || decisions[item] === true })),
    isDismissed: decisions.isDismissed ?? isFinished,
    guide: { steps, facts },
  }
}

/** Confirms steps, hides or shows the guide on home, and changes settings, for all administrators. */
export async function changeSetup(
  deps: Deps,
  auditActor: AuditActor,
  { confirmed, isDismissed, unit }: z.output<typeof setupRoutes.change.body>,
): Promise<Setup> {
  if (unit !== undefined) await changeUnitSettings(deps, auditActor, unit)
  await mergeSetting(deps.db, KEY, {
    ...Object.fromEntries(confirmed.map((item) => [item, true])),
    ...(isDismissed !== undefined && { isDismissed }),
  } satisfies Decisions)
  return readSetup(deps)
}
