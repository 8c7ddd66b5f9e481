import { defineAbilities, type Viewer } from '../define.ts'

/** The facts that determine the rights over a roll-call. */
export interface RollCallFacts {
  readonly kind: NewAudienceFacts['kind']
  readonly isAsked: boolean
  readonly isAsker: boolean
  /** The viewer is an admin of each group that is asked. */
  readonly isGroupAdmin: boolean
}

/** Facts about the audience of a new roll-call. */
export interface NewAudienceFacts {
  readonly kind: 'everyone' | 'groups' | 'area' | 'alert'
  readonly isUrgent: boolean
  /** The viewer is an admin of each group. */
  readonly isGroupAdmin: boolean
  /** The viewer reads the alert and did not raise it. */
  readonly readsAlert: boolean
}

const isKeeper = (viewer: Viewer, { kind, isAsker, isGroupAdmin }: RollCallFacts) =>
  // An asker of everyone or of groups is a keeper only while they may ask them.
  viewer !== null && (viewer.isAdmin || isGroupAdmin || (isAsker && kind === 'alert'))

/** The rights over roll-calls. */
export const rollCallAbilities = defineAbilities({
  /** Administrators ask anyone, also by area; group admins their groups, and readers of an alert its audience without an alarm. */
  'rollCall:ask': (viewer, { kind, isUrgent, isGroupAdmin, readsAlert }: NewAudienceFacts) => {
    if (viewer === null) return false
    if (viewer.isAdmin) return kind !== 'alert' || readsAlert
    if (kind === 'groups') return isGroupAdmin
    return kind === 'alert' && readsAlert && !isUrgent
  },
  'rollCall:read': (viewer, facts: RollCallFacts) => viewer !== null && (facts.isAsked || isKeeper(viewer, facts)),
  /** Reads the answers, makes links and ends it. */
  'rollCall:keep': isKeeper,
})
