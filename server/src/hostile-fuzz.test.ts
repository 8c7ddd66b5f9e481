import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import type { Route } from '@noroshi/contract/define'
import { ErrorReply } from '@noroshi/contract/errors'
import { allRoutes, API_BASE } from '@noroshi/contract/routes'
import { saysNoMore } from '#/testing/caller.ts'
import { fieldsIn, nameOf, rightRequest } from '#/testing/right-requests.ts'
import { type World, world } from '#/testing/world.ts'

// What nobody thought of: bodies made at random around the right ones. The same each time (seed), a longer search by NOROSHI_LONG.

const SEED = 20_110_311
const RUNS = process.env['NOROSHI_LONG'] === '1' ? 5000 : 80
/** Milliseconds for each route; what was found until then counts. */
const WITHIN = process.env['NOROSHI_LONG'] === '1' ? 60_000 : 1000

let given: World
beforeAll(async () => {
  given = await world({ TRUST_PROXY: '127.0.0.1' })
})
afterAll(async () => {
  expect((await given.noroshi.visitor.fetch('/livez')).status).toBe(200)
  await given[Symbol.asyncDispose]()
})

/** Any text of UTF-16: null characters and halves of pairs too. */
const wildText = fc.string({ unit: fc.nat(0xffff).map((unit) => String.fromCharCode(unit)), maxLength: 300 })
const wild = fc.oneof(
  wildText,
  fc.string({ unit: 'grapheme', maxLength: 300 }),
  fc.jsonValue({ maxDepth: 4 }),
  fc.uuid(),
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  fc.double().map(String),
  fc.constantFrom('', ' ', '0', '-0', '1e309', 'NaN', '0000-01-01T00:00:00Z', '9999-12-31T23:59:59.999999999Z', '__proto__'),
)

/** What a body is made of: its fields, or those of what it lists. */
function fieldsOf({ body }: Route): string[] {
  const one = body instanceof z.ZodArray ? body.element : body
  return Object.keys(one instanceof z.ZodObject ? one.shape : SOS)
}
const SOS = { latitude: 0, longitude: 0, accuracy: 0, textContent: '', clientId: '' }

/** The right body with some of its fields replaced, some left out and some beside it; now and then anything at all. */
const bodyOf = (route: Route, right: object) => {
  const changes = fc.dictionary(fc.constantFrom(...fieldsOf(route)), wild)
  const beside = fc.dictionary(fc.string({ maxLength: 10 }), wild, { maxKeys: 2 })
  const near = fc
    .tuple(changes, beside, fc.subarray(fieldsOf(route), { maxLength: 1 }))
    .map(([change, more, gone]) =>
      Object.fromEntries(Object.entries({ ...right, ...more, ...change }).filter(([key]) => !gone.includes(key))),
    )
  const nearest = route.body instanceof z.ZodArray ? fc.array(near, { maxLength: 3 }) : near
  return fc.oneof({ weight: 9, arbitrary: nearest }, { weight: 1, arbitrary: wild })
}

let tries = 0
async function answerTo(route: Route, body: unknown): Promise<{ status: number; reply: unknown }> {
  const { params } = rightRequest(route, given, 'audience')
  const { caller } = given.actors[route === accountRoutes.logout ? 'outsider' : 'audience']
  tries += 1
  const address = `10.${(tries >> 16) & 255}.${(tries >> 8) & 255}.${tries & 255}` // so that no limit of tries hides anything
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => params?.[name] ?? '')
  const response = await caller.fetch(API_BASE + path, {
    method: route.method,
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
  })
  return { status: response.status, reply: await response.json() }
}

const options = { seed: SEED, numRuns: RUNS, interruptAfterTimeLimit: WITHIN, markInterruptAsFailure: false }

test.each(allRoutes.filter((route) => route.body).map((route): [string, Route] => [nameOf(route), route]))(
  '%s answers anything within its contract',
  { timeout: WITHIN + 20_000 },
  async (_, route) => {
    const right = fieldsIn(rightRequest(route, given, 'audience').body)
    await fc.assert(
      fc.asyncProperty(bodyOf(route, right), async (body) => {
        const { status, reply } = await answerTo(route, body)
        if (route === alertRoutes.raise) expect([200, 201]).toContain(status)
        expect(status).toBeLessThan(500)
        saysNoMore(status < 300 ? route.reply : ErrorReply, reply)
      }),
      options,
    )
  },
)
