import { expect } from 'vitest'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import type { Route } from '@noroshi/contract/define'
import { ErrorReply } from '@noroshi/contract/errors'
import type { Language } from '@noroshi/contract/i18n'
import { messages } from '@noroshi/contract/messages'
import { API_BASE } from '@noroshi/contract/routes'
import { createSession } from '#/features/accounts/sessions/sessions.service.ts'
import { assertExactShape, type Caller } from '../caller.ts'
import { createAlertGroup } from '../scenes/groups.ts'
import { connectScreen, type TestScreen } from '../scenes/siren-screens.ts'
import { nameOf } from '../access/valid-requests.ts'
import { type Actor, createWorld, type World } from '../scenes/world.ts'

// Requests with invalid input. The reply is an error in the caller's language, never a 500 and never no reply.

export const HUNDRED_KB = 'あ'.repeat(34_000)

/** Titles and routes for `describe.each`. */
export const named = (routes: readonly Route[]) => routes.map((route): [string, Route] => [nameOf(route), route])

/** Returns an actor with the right to call the route, so that the reply depends only on the input. */
export function actorFor(route: Route): Actor {
  if (route === accountRoutes.logout) return 'outsider' // logging out ends the session
  return route === alertRoutes.reopen || route.access === 'admin' ? 'admin' : 'audience'
}

/** Returns the path of a route with its parameters, which are not encoded. */
export const pathOf = (route: Route, params: Record<string, string> = {}) =>
  API_BASE + route.path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? '')

interface Init {
  readonly body?: string
  readonly headers?: Record<string, string>
}

/** No rate limit applies: each request has its own address, and the counts of its user are deleted before it. */
export class HostileClient {
  readonly world: World
  /** Siren screens, which are used in turn. */
  readonly #screens: readonly TestScreen[]
  #requestCount = 0

  private constructor(world: World, screens: readonly TestScreen[]) {
    this.world = world
    this.#screens = screens
  }

  static async create(): Promise<HostileClient> {
    const world = await createWorld({ TRUST_PROXY: '127.0.0.1' })
    const groupIds = [await createAlertGroup(world.noroshi, [])]
    const connect = () => connectScreen(world.noroshi, world.actors.admin.caller, groupIds)
    return new HostileClient(world, await Promise.all(Array.from({ length: 4 }, connect)))
  }

  nextScreen(): TestScreen {
    return this.#screens[this.#requestCount % this.#screens.length] as TestScreen // there are some
  }

  /** Returns a caller with the right to call the route, in a new session. */
  async newCaller(route: Route): Promise<Caller> {
    const { noroshi, actors } = this.world
    const { caller, id } = actors[actorFor(route)]
    return caller.token === null ? caller : noroshi.as(await createSession(noroshi.db, id, 'test', noroshi.clock.now()))
  }

  async send(route: Route, path: string, language: Language, init: Init = {}): Promise<Response> {
    await this.world.noroshi.db.deleteFrom('rate_limits').execute()
    const caller = route.access === 'screen' ? this.nextScreen() : await this.newCaller(route)
    const count = this.#requestCount
    const headers = {
      'accept-language': language === 'ja' ? 'ja-JP,ja;q=0.9' : 'en',
      'x-forwarded-for': `10.${(count >> 16) & 255}.${(count >> 8) & 255}.${count & 255}`,
      ...init.headers,
    }
    this.#requestCount += 1
    return caller.rawFetch(path, { ...init, method: route.method, headers })
  }

  /** Expects that the server still replies, then stops it. */
  async close(): Promise<void> {
    expect((await this.world.noroshi.visitor.rawFetch('/livez')).status).toBe(200)
    await this.world[Symbol.asyncDispose]()
  }
}

const isJapanese = /[ぁ-んァ-ヶ一-龠]/

/** Expects a 4xx reply whose messages are in the given language and contain no message keys. */
export async function expectError(response: Response, language: Language, about: string): Promise<void> {
  const text = await response.text()
  expect(response.status, `${about}: ${text}`).toBeGreaterThanOrEqual(400)
  expect(response.status, `${about}: ${text}`).toBeLessThan(500)
  const reply = ErrorReply.parse(JSON.parse(text))
  expect(['unauthorized', 'forbidden', 'tooManyRequests'], about).not.toContain(reply.code)
  assertExactShape(ErrorReply, reply)
  for (const shown of [reply.message, ...reply.issues.map(({ message }) => message)]) {
    expect(shown, about).toBeTruthy()
    expect(shown, about).not.toMatch(/[{}]/)
    expect(Object.hasOwn(messages, shown), about).toBe(false)
    expect(isJapanese.test(shown), `${about}: ${shown}`).toBe(language === 'ja')
  }
}
