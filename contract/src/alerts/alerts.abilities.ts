import { defineAbilities, type Viewer } from '../define.ts'

/** The facts that determine the rights over an alert. */
export interface AlertFacts {
  /** The viewer is a member of a group that received the alert. */
  readonly inAudience: boolean
  readonly isRaiser: boolean
  /** The request has the alert's token: it comes from the device of the anonymous raiser. */
  readonly holdsToken: boolean
  readonly isAnonymous: boolean
  readonly isDrill: boolean
  /** It was raised at another unit, which alone changes, resolves and reopens it. */
  readonly isOfOtherUnit: boolean
}

const isInvolved = (viewer: Viewer, alert: AlertFacts) => viewer !== null && (alert.inAudience || alert.isRaiser)

/** The rights over alerts (specification, section 6; decisions/0116). */
export const alertAbilities = defineAbilities({
  /** Each user may test the alarm of their own devices. Only administrators may alarm alert groups. */
  'alert:startDrill': (viewer, { alarmsGroups }: { readonly alarmsGroups: boolean }) =>
    viewer !== null && (!alarmsGroups || viewer.isAdmin),
  'alert:open': (viewer, alert: AlertFacts) => alert.holdsToken || isInvolved(viewer, alert) || viewer?.isAdmin === true,
  'alert:resolve': (viewer, alert: AlertFacts) =>
    !alert.isOfOtherUnit && (alert.isDrill ? viewer !== null && (alert.isRaiser || viewer.isAdmin) : isInvolved(viewer, alert)),
  'alert:reopen': (viewer, alert: AlertFacts) =>
    viewer !== null && !alert.isDrill && !alert.isOfOtherUnit && (alert.isRaiser || viewer.isAdmin),
  'alert:answer': (viewer, alert: AlertFacts) => viewer !== null && alert.inAudience && (!alert.isRaiser || alert.isDrill),
  'alert:chat': (viewer, alert: AlertFacts) => isInvolved(viewer, alert) || viewer?.isAdmin === true,
  'alert:readLedger': (viewer, alert: AlertFacts) => isInvolved(viewer, alert) || viewer?.isAdmin === true,
  'alert:classify': (viewer, alert: AlertFacts) =>
    !alert.isOfOtherUnit && (alert.holdsToken || isInvolved(viewer, alert) || viewer?.isAdmin === true),
  /** Report states, assign and mark duplicates: for the audience and administrators. */
  'alert:handle': (viewer, alert: AlertFacts) => viewer !== null && (alert.inAudience || viewer.isAdmin),
  'alert:readHandling': (viewer, alert: AlertFacts) => isInvolved(viewer, alert) || viewer?.isAdmin === true,
  'alert:readNotes': (viewer, { isAssigned }: { readonly isAssigned: boolean }) =>
    viewer !== null && (isAssigned || viewer.isAdmin),
  'alert:addInformation': (viewer, alert: AlertFacts) =>
    !alert.isOfOtherUnit &&
    (alert.holdsToken || (viewer !== null && (alert.isRaiser || (alert.isAnonymous && alert.inAudience)))),
})
