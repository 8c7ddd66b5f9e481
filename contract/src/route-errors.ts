import type { Command, Route } from './define.ts'
import type { ErrorCode } from './errors.ts'

/** Codes that any route may reply. Also a GET may write, such as the count of a rate limit. */
const OF_ALL: readonly ErrorCode[] = ['internal', 'unavailable', 'requestTimeout', 'headersTooLarge', 'disk.full']

/** Codes of every route with files. */
const OF_FILES: readonly ErrorCode[] = [
  'file.tooLarge',
  'file.tooMany',
  'file.empty',
  'file.damaged',
  'file.unsupported',
  'file.tooComplex',
  'file.noRoom',
  'file.busy',
]

/** Codes of every route that counts to the daily limits of its user, and those of such a route with files. */
const OF_BUDGET: readonly ErrorCode[] = ['budget.texts', 'budget.textBytes', 'budget.network']
const OF_FILE_BUDGET: readonly ErrorCode[] = [...OF_BUDGET, 'budget.files']

/** The fields of a route that determine its error codes. */
type Fallible = Pick<Route, 'method' | 'access' | 'allowsRestricted' | 'refusal' | 'form' | 'budget' | 'errors'>

/** Returns all error codes that a route may reply: those of its access and its input, and those that it declares. */
export function errorsOf(route: Fallible): ReadonlySet<ErrorCode> {
  return new Set([...OF_ALL, ...errorsOfAccess(route), ...errorsOfInput(route), ...(route.errors ?? [])])
}

/** Returns all error codes that the acknowledgement of a command may have. */
export function errorsOfCommand({ allowsRestricted, errors }: Command): ReadonlySet<ErrorCode> {
  const ofAccess = allowsRestricted ? [] : (['secondFactor.required'] as const)
  return new Set(['invalid', 'unauthorized', 'unavailable', 'disk.full', 'internal', ...ofAccess, ...errors])
}

function errorsOfAccess({ access, allowsRestricted, refusal = 'forbidden' }: Fallible): readonly ErrorCode[] {
  if (access === 'public') return []
  if (access === 'token') return ['notFound']
  if (access === 'screen') return ['unauthorized']
  return [
    'unauthorized',
    ...(allowsRestricted === true ? [] : ['secondFactor.required' as const]),
    ...(access === 'admin' ? [refusal] : []),
  ]
}

function errorsOfInput({ method, form, budget }: Fallible): readonly ErrorCode[] {
  return [
    'invalid', // also a malformed URL
    ...(method === 'GET' ? [] : (['bodyTooLarge', 'unsupported'] as const)), // also where the route ignores the body
    ...(form ? OF_FILES : []),
    ...(budget === undefined ? [] : form ? OF_FILE_BUDGET : OF_BUDGET),
  ]
}
