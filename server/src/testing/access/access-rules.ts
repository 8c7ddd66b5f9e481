import type { routeGroups } from '@noroshi/contract/routes'
import type { Sent } from '../caller.ts'
import { type Actor, ACTORS, type World } from '../scenes/world.ts'

// The types of the access table (access-table.ts) and the outcomes that many of its rules share.

/** The fields of a body, which a test may change. */
export type Fields = Record<string, unknown>
export type ValidRequest = Sent & { readonly body?: Fields | readonly Fields[] }

export type Outcomes<Outcome> = Record<Actor, Outcome>
/** The expected status of a route for each actor. */
export interface AccessRule {
  readonly outcomes: Outcomes<number>
  /** Returns a valid request. Absent for a route that needs no input. */
  readonly request?: (world: World, actor: Actor) => ValidRequest
  readonly before?: (world: World) => Promise<unknown>
  /** The request changes data that other tests need, so it runs on its own server. */
  readonly isAlone?: true
}

export type GroupName = keyof typeof routeGroups
/** A rule for each route of these groups of the contract. A missing route is a type error. */
export type AccessOf<Names extends GroupName, Rule extends AccessRule = AccessRule> = {
  readonly [Name in Names]: { readonly [Key in keyof (typeof routeGroups)[Name]]: Rule }
}

export const outcomes = <Outcome>(...each: Outcome[]): Outcomes<Outcome> =>
  Object.fromEntries(ACTORS.map((actor, index) => [actor, each[index]])) as Outcomes<Outcome> // one for each actor

export const everyActor = (status: number) => outcomes(...ACTORS.map(() => status))
//                        visitor ended deact. other outsider token admin audience
export const members = outcomes(401, 401, 401, 401, 200, 401, 200, 200)
export const admins = outcomes(401, 401, 401, 401, 403, 401, 200, 403)
export const adminsCreate = outcomes(401, 401, 401, 401, 403, 401, 201, 403)
export const readers = outcomes(404, 404, 404, 404, 404, 200, 200, 200)
export const groupMembersOnly = outcomes(401, 401, 401, 401, 404, 401, 404, 200)
