import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ErrorReply } from '@noroshi/contract/errors'
import { formCases, type FormCase } from '@noroshi/contract/form-cases.fixture'
import { LANGUAGES } from '@noroshi/contract/i18n'
import { textIn } from '@noroshi/contract/texts'
import type { Sent } from '#/testing/caller.ts'
import { startTestServer } from '#/testing/test-server.ts'

let noroshi: Awaited<ReturnType<typeof startTestServer>>
let admin: Awaited<ReturnType<typeof noroshi.admin>>
beforeAll(async () => {
  noroshi = await startTestServer()
  admin = await noroshi.admin('Gen')
})
afterAll(() => noroshi[Symbol.asyncDispose]())

/** Returns the values as a request sends them: the values of a form as text. */
function sent({ route, values }: FormCase): Sent {
  if (!route.form) return { params: { id: admin.id }, body: values }
  return { form: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)])) }
}

describe.each(LANGUAGES)('by the server (%s)', (language) => {
  test.each(formCases)('$name', async (one) => {
    const { status, body } = await admin.request(one.route, { ...sent(one), headers: { 'accept-language': language } })
    expect(status).toBe(400)
    const first: Record<string, string> = {}
    // `as`: the reply is an error, which the route does not type.
    for (const { path, message } of (body as ErrorReply).issues) first[path] ??= message
    const expected = Object.entries(one.problems).map(([field, problem]) => {
      const { key, params } = typeof problem === 'string' ? { key: problem, params: {} } : problem
      return [field, textIn(language, key, params)]
    })
    expect(first).toEqual(Object.fromEntries(expected))
  })
})
