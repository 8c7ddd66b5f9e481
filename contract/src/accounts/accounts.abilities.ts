import { defineAbilities, type Viewer } from '../define.ts'

export const accountAbilities = defineAbilities({
  /** One's own profile and avatar alone (specification, section 6). */
  'profile:edit': (viewer: Viewer, person: { readonly id: string }) => viewer?.id === person.id,
})
