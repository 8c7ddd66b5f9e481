import { type Actor, ACTORS, type World } from './world.ts'

// The expected status of each route for each actor. access.test.ts checks that no route is missing.

export type Outcomes<Outcome> = Record<Actor, Outcome>
export interface AccessRule {
  readonly outcomes: Outcomes<number>
  readonly before?: (world: World) => Promise<unknown>
  /** The request changes data that other tests need, so it runs on its own server. */
  readonly isAlone?: true
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
