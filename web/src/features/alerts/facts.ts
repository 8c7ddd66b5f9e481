import type { AlertFacts } from '@noroshi/contract/alerts/alerts.abilities'
import type { AlertForViewer } from '@noroshi/contract/alerts/alerts.http'
import { type AbilityName, can } from '@noroshi/contract/abilities'
import type { Viewer } from '@noroshi/contract/define'
import { REOPEN_HOURS } from '@noroshi/contract/limits'

type AlertAbility = Extract<AbilityName, `alert:${string}`>

export const factsOf = ({ viewer, raisedBy }: AlertForViewer): AlertFacts => ({ ...viewer, isAnonymous: raisedBy === null })

/** Whether this reader may, by the same rule that the server asks. */
export const mayOn = (reader: Viewer, ability: AlertAbility, alert: AlertForViewer): boolean =>
  can(reader, ability, factsOf(alert))

const HOUR_MS = 3_600_000

/** A resolution can be taken back for a while; the server's clock has the last word. */
export const isReopenable = ({ resolvedAt }: AlertForViewer, now: number): boolean =>
  resolvedAt !== null && now - new Date(resolvedAt).getTime() < REOPEN_HOURS * HOUR_MS
