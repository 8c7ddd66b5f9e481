import type { Route } from '@noroshi/contract/define'
import type { Fields, ValidRequest } from './access-rules.ts'
import { accessRules } from './access-table.ts'
import type { Actor, World } from '../scenes/world.ts'

const isList = (body: Fields | readonly Fields[]): body is readonly Fields[] => Array.isArray(body)
/** Returns the fields of a body, or of the first item of a list. */
export const fieldsIn = (body: Fields | readonly Fields[] = {}): Fields => (isList(body) ? (body[0] ?? {}) : body)

export const nameOf = ({ method, path }: Route) => `${method} ${path}`

/** Returns the valid request of the access table. */
export const validRequest = (route: Route, world: World, actor: Actor): ValidRequest =>
  accessRules.get(route)?.request?.(world, actor) ?? {}
