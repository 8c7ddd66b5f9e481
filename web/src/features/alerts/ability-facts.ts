import type { AlertFacts } from '@noroshi/contract/alerts/alerts.abilities'
import type { AlertForViewer } from '@noroshi/contract/alerts/alerts.http'
import { type AbilityName, can } from '@noroshi/contract/abilities'
import type { Viewer } from '@noroshi/contract/define'
import { REOPEN_HOURS } from '@noroshi/contract/limits'

type AlertAbility = Extract<AbilityName, `alert:${string}`>

export const abilityFactsOf = ({ viewer, raisedBy, isDrill, origin }: AlertForViewer): AlertFacts => ({
  ...viewer,
  isAnonymous: raisedBy === null,
  isDrill: isDrill === true,
  isOfOtherUnit: origin != null && origin.unitName !== null,
})

/** Whether the reader has an ability on an alert. The server checks the same rule. */
export const canOnAlert = (reader: Viewer, ability: AlertAbility, alert: AlertForViewer): boolean =>
  can(reader, ability, abilityFactsOf(alert))

const HOUR_MS = 3_600_000

/** Whether a resolved alert can still be reopened. The server decides by its own clock. */
export const isReopenable = ({ resolvedAt }: AlertForViewer, now: number): boolean =>
  resolvedAt !== null && now - new Date(resolvedAt).getTime() < REOPEN_HOURS * HOUR_MS
