import type { Route } from './define.ts'
import type { ErrorCode } from './errors.ts'

/** Codes that any route may reply: a fault of the server, a lost database, and a request that does not arrive in time. */
const OF_ALL: readonly ErrorCode[] = ['internal', 'unavailable', 'requestTimeout', 'headersTooLarge']

/** Returns all error codes that a route may reply: those of its access and its input, and those that it declares. */
export function errorsOf(route: Route): ReadonlySet<ErrorCode> {
  return new Set([...OF_ALL, ...errorsOfAccess(route), ...errorsOfInput(route), ...(route.errors ?? [])])
}

function errorsOfAccess({ access, allowsRestricted, refusal = 'forbidden' }: Route): readonly ErrorCode[] {
  if (access === 'public') return []
  if (access === 'token') return ['notFound']
  return [
    'unauthorized',
    ...(allowsRestricted === true ? [] : ['secondFactor.required' as const]),
    ...(access === 'admin' ? [refusal] : []),
  ]
}

function errorsOfInput({ method, body, form }: Route): readonly ErrorCode[] {
  return [
    'invalid', // also a malformed URL
    ...(body || form ? (['bodyTooLarge', 'unsupported'] as const) : []),
    ...(form ? (['file.tooLarge', 'file.tooMany', 'file.empty', 'file.noRoom', 'file.busy'] as const) : []),
    ...(method === 'GET' ? [] : ['disk.full' as const]),
  ]
}
