import { type Actor, ACTORS, type World } from './world.ts'

// Who may pass which door, feature by feature; access.test.ts proves that none is missing.

export type Outcomes<Outcome> = Record<Actor, Outcome>
export interface Door {
  readonly outcomes: Outcomes<number>
  readonly before?: (world: World) => Promise<unknown>
  /** It changes what the others stand on: in a unit of its own. */
  readonly isAlone?: true
}

export const outcomes = <Outcome>(...each: Outcome[]): Outcomes<Outcome> =>
  Object.fromEntries(ACTORS.map((actor, index) => [actor, each[index]])) as Outcomes<Outcome> // one each, as the table shows

export const everybody = (status: number) => outcomes(...ACTORS.map(() => status))
//                        visitor ended deact. other outsider token admin audience
export const members = outcomes(401, 401, 401, 401, 200, 401, 200, 200)
export const admins = outcomes(401, 401, 401, 401, 403, 401, 200, 403)
export const adminsMake = outcomes(401, 401, 401, 401, 403, 401, 201, 403)
export const readers = outcomes(404, 404, 404, 404, 404, 200, 200, 200)

export const inGroup = outcomes(401, 401, 401, 401, 404, 401, 404, 200)
