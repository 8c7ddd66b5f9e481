import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import type { Caller } from '../caller.ts'

/** Raises an SOS and returns the id of its alert. */
export const raiseSos = async (caller: Caller, body: object = {}) => (await caller.fetch(alertRoutes.raise, { body })).id
export const resolveAlert = (caller: Caller, AlertId: string) => caller.request(alertRoutes.resolve, { body: { AlertId } })
/** Returns the ids of the alerts that a user lists. */
export const idsFor = async (caller: Caller, query: Record<string, string> = {}) =>
  (await caller.fetch(alertRoutes.list, { query })).items.map(({ id }) => id)
