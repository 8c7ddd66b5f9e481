import { defineAbilities, type Viewer } from '../define.ts'

/** The facts that rights over an alert hang on. */
export interface AlertFacts {
  /** A member of one of the groups that the alert went to. */
  readonly inAudience: boolean
  readonly isRaiser: boolean
  /** Holds the alert's token: the device of an anonymous raiser. */
  readonly holdsToken: boolean
  readonly isAnonymous: boolean
}

const isConcerned = (viewer: Viewer, alert: AlertFacts) => viewer !== null && (alert.inAudience || alert.isRaiser)

/** Specification, section 6; product decisions 'Alerts'. */
export const alertAbilities = defineAbilities({
  'alert:open': (viewer, alert: AlertFacts) => alert.holdsToken || isConcerned(viewer, alert) || viewer?.isAdmin === true,
  'alert:resolve': isConcerned,
  'alert:reopen': (viewer, alert: AlertFacts) => viewer !== null && (alert.isRaiser || viewer.isAdmin),
  'alert:answer': (viewer, alert: AlertFacts) => viewer !== null && alert.inAudience && !alert.isRaiser,
  'alert:chat': (viewer, alert: AlertFacts) => isConcerned(viewer, alert) || viewer?.isAdmin === true,
  'alert:readLedger': (viewer, alert: AlertFacts) => isConcerned(viewer, alert) || viewer?.isAdmin === true,
  'alert:addInformation': (viewer, alert: AlertFacts) =>
    alert.holdsToken || (viewer !== null && (alert.isRaiser || (alert.isAnonymous && alert.inAudience))),
})
