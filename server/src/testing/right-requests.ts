import type { Route } from '@noroshi/contract/define'
import type { Sent } from './caller.ts'
import type { Actor, World } from './world.ts'

const PASSWORD = 'correct horse'
export const accountOf = (name: string) => ({
  firstName: name,
  lastName: '',
  email: `${name}@example.org`,
  password: PASSWORD,
  confirmPassword: PASSWORD,
})

/** What is sent, its body as fields that a test may change. */
type Request = Sent & { readonly body?: Record<string, unknown> }

const byId = ({ alertId }: World): Request => ({ params: { id: alertId } })
const informs = ({ alertId }: World): Request => ({ form: { alertId, textContent: 'water is rising', caption: '' } })

/** For each route that needs something: what a client sends when all is right. */
const requests: Record<string, (world: World, actor: Actor) => Request> = {
  'POST /auth/register': (_, actor) => ({ body: accountOf(actor) }),
  'POST /auth/login': () => ({ body: { email: accountOf('somebody').email, password: PASSWORD } }),
  'POST /activity-logs/user-logout': () => ({ body: { location: null } }),
  'PUT /users/language': () => ({ body: { language: 'ja' } }),
  'PUT /users/me/location': () => ({ body: { latitude: 38, longitude: 140, accuracy: 5 } }),
  'PUT /users/me/location-sharing': () => ({ body: { mode: 'never' } }),
  'POST /alerts': () => ({ body: {} }),
  'GET /alerts/:id': byId,
  'GET /alerts/:id/messages': byId,
  'GET /alerts/:id/ledger': byId,
  'GET /alerts/:id/members/location': byId,
  'POST /alerts/upload': informs,
  'PUT /alerts/upload': informs,
  'POST /alerts/message': ({ alertId }) => ({ body: { alertId, text: 'where are you?' } }),
  'PUT /alerts/:id/answer': (world) => ({ ...byId(world), body: { answer: 'seen' } }),
  'PUT /alerts/markAsResolved': ({ alertId }) => ({ body: { AlertId: alertId } }),
  'PUT /alerts/:id/reopen': byId,
}

export const nameOf = ({ method, path }: Route) => `${method} ${path}`

export const rightRequest = (route: Route, world: World, actor: Actor): Request => requests[nameOf(route)]?.(world, actor) ?? {}
