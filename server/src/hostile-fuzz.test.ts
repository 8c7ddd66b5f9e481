import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import type { Route } from '@noroshi/contract/define'
import { ErrorReply } from '@noroshi/contract/errors'
import { allRoutes, API_BASE } from '@noroshi/contract/routes'
import { assertExactShape } from '#/testing/caller.ts'
import { fieldsIn, nameOf, validRequest } from '#/testing/valid-requests.ts'
import { type World, createWorld } from '#/testing/world.ts'

// Random bodies that are similar to valid ones. The seed is fixed; NOROSHI_LONG=1 runs a longer search.

const SEED = 20_110_311
const RUNS = process.env['NOROSHI_LONG'] === '1' ? 1000 : 80
/** Max milliseconds for each route. The test passes when no failure was found until then. */
const WITHIN = process.env['NOROSHI_LONG'] === '1' ? 6000 : 1000

let target: World
beforeAll(async () => {
  target = await createWorld({ TRUST_PROXY: '127.0.0.1' })
})
afterAll(async () => {
  expect((await target.noroshi.visitor.rawFetch('/livez')).status).toBe(200)
  await target[Symbol.asyncDispose]()
})

/** Any UTF-16 text, also with null characters and unpaired surrogates. */
const anyText = fc.string({ unit: fc.nat(0xffff).map((unit) => String.fromCharCode(unit)), maxLength: 300 })
const anyValue = fc.oneof(
  anyText,
  fc.string({ unit: 'grapheme', maxLength: 300 }),
  fc.jsonValue({ maxDepth: 4 }),
  fc.uuid(),
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  fc.double().map(String),
  fc.constantFrom('', ' ', '0', '-0', '1e309', 'NaN', '0000-01-01T00:00:00Z', '9999-12-31T23:59:59.999999999Z', '__proto__'),
)

/** Returns the fields of a body, or of the items of a list. */
function fieldsOf({ body }: Route): string[] {
  const one = body instanceof z.ZodArray ? body.element : body
  return Object.keys(one instanceof z.ZodObject ? one.shape : SOS)
}
const SOS = { latitude: 0, longitude: 0, accuracy: 0, textContent: '', clientId: '' }

/** Generates a valid body with replaced, removed and additional fields; sometimes any value. */
const bodyOf = (route: Route, valid: object) => {
  const changes = fc.dictionary(fc.constantFrom(...fieldsOf(route)), anyValue)
  const additions = fc.dictionary(fc.string({ maxLength: 10 }), anyValue, { maxKeys: 2 })
  const changedBody = fc
    .tuple(changes, additions, fc.subarray(fieldsOf(route), { maxLength: 1 }))
    .map(([change, more, removed]) =>
      Object.fromEntries(Object.entries({ ...valid, ...more, ...change }).filter(([key]) => !removed.includes(key))),
    )
  const nearBody = route.body instanceof z.ZodArray ? fc.array(changedBody, { maxLength: 3 }) : changedBody
  return fc.oneof({ weight: 9, arbitrary: nearBody }, { weight: 1, arbitrary: anyValue })
}

let requestCount = 0
async function sendBody(route: Route, body: unknown): Promise<{ status: number; reply: unknown }> {
  const { params } = validRequest(route, target, 'audience')
  const { caller } = target.actors[route === accountRoutes.logout ? 'outsider' : 'audience']
  requestCount += 1
  // A different address each time, so that no rate limit applies.
  const address = `10.${(requestCount >> 16) & 255}.${(requestCount >> 8) & 255}.${requestCount & 255}`
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => params?.[name] ?? '')
  const response = await caller.rawFetch(API_BASE + path, {
    method: route.method,
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
  })
  return { status: response.status, reply: await response.json() }
}

const options = { seed: SEED, numRuns: RUNS, interruptAfterTimeLimit: WITHIN, markInterruptAsFailure: false }

test.each(allRoutes.filter((route) => route.body).map((route): [string, Route] => [nameOf(route), route]))(
  '%s replies to any body within its contract',
  { timeout: WITHIN + 20_000 },
  async (_, route) => {
    const valid = fieldsIn(validRequest(route, target, 'audience').body)
    await fc.assert(
      fc.asyncProperty(bodyOf(route, valid), async (body) => {
        const { status, reply } = await sendBody(route, body)
        if (route === alertRoutes.raise) expect([200, 201]).toContain(status)
        expect(status).toBeLessThan(500)
        assertExactShape(status < 300 ? route.reply : ErrorReply, reply)
      }),
      options,
    )
  },
)
