import { defineAbilities } from '../define.ts'

export const missingReportAbilities = defineAbilities({
  /** Reads the missing-person reports of all users, and decides them: the staff of any shelter, and administrators. */
  'missingReport:handle': (viewer, { hasRole }: { readonly hasRole: boolean }) => viewer !== null && (viewer.isAdmin || hasRole),
})
