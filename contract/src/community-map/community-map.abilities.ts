import { defineAbilities } from '../define.ts'

/** The rights over what members report on the map. */
export const communityMapAbilities = defineAbilities({
  /** Deletes it. */
  'fieldReport:remove': (viewer, { isOwner }: { readonly isOwner: boolean }) => viewer !== null && (viewer.isAdmin || isOwner),
})
