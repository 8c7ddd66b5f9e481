import { defineAbilities } from '../define.ts'

/** The facts that determine the rights over an entry of the needs board. */
export interface NeedFacts {
  readonly isOwner: boolean
  /** The viewer takes care of it. */
  readonly isClaimer: boolean
}

/** The rights over entries of the needs board. */
export const needAbilities = defineAbilities({
  /** Changes, prolongs and deletes it. */
  'need:keep': (viewer, { isOwner }: NeedFacts) => viewer !== null && (viewer.isAdmin || isOwner),
  /** Says that it is done, and gives it back. */
  'need:finish': (viewer, { isOwner, isClaimer }: NeedFacts) => viewer !== null && (viewer.isAdmin || isOwner || isClaimer),
})
