import { defineAbilities, type Viewer } from '../define.ts'

export const accountAbilities = defineAbilities({
  /** Users edit only their own profile and avatar (specification, section 6). */
  'profile:edit': (viewer: Viewer, person: { readonly id: string }) => viewer?.id === person.id,
})
