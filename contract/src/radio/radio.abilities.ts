import { defineAbilities, type Viewer } from '../define.ts'

/** The facts that determine the rights in a radio chat. */
export interface RadioFacts {
  /** The viewer is in the radio chat. */
  readonly isMember: boolean
  /** The viewer raised an alert that is not resolved. */
  readonly hasActiveAlert: boolean
}

export const radioAbilities = defineAbilities({
  /** End the transmission of another user to talk at once. */
  'radio:preempt': (viewer: Viewer, { isMember, hasActiveAlert }: RadioFacts) =>
    viewer !== null && isMember && (viewer.isAdmin || hasActiveAlert),
})
