import { accountEvents } from '@noroshi/contract/accounts/accounts.events'
import { alertEvents } from '@noroshi/contract/alerts/alerts.events'

const allowed: ReadonlySet<string> = new Set([...Object.keys(accountEvents), ...Object.keys(alertEvents)])

/** Whether sockets of restricted sessions receive an event that is emitted to their user or to all users (decisions/0112). */
export const allowsRestricted = (eventName: string): boolean => allowed.has(eventName)
