import type { AlertAssignee } from '@noroshi/contract/alerts/handling'
import { nameOf } from '../../../platform/language/person-name.ts'

/** Returns the name of the user or the alert group that an alert is assigned to. */
export const assigneeName = ({ user, group }: AlertAssignee): string => (user ? nameOf(user) : group.name)
