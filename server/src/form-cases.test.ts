import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ErrorReply } from '@noroshi/contract/errors'
import { formCases, type FormCase } from '@noroshi/contract/form-cases.fixture'
import { fill, LANGUAGES } from '@noroshi/contract/i18n'
import { messages } from '@noroshi/contract/messages'
import type { Sent } from '#/testing/caller.ts'
import { unit } from '#/testing/unit.ts'

let noroshi: Awaited<ReturnType<typeof unit>>
let admin: Awaited<ReturnType<typeof noroshi.admin>>
beforeAll(async () => {
  noroshi = await unit()
  admin = await noroshi.admin('Gen')
})
afterAll(() => noroshi[Symbol.asyncDispose]())

/** The values as they travel: a form's as text. */
function sent({ route, values }: FormCase): Sent {
  if (!route.form) return { params: { id: admin.id }, body: values }
  return { form: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)])) }
}

describe.each(LANGUAGES)('by the unit (%s)', (language) => {
  test.each(formCases)('$name', async (one) => {
    const { status, body } = await admin.asks(one.route, { ...sent(one), headers: { 'accept-language': language } })
    expect(status).toBe(400)
    const first: Record<string, string> = {}
    // `as`: a refusal is no reply of the route.
    for (const { path, message } of (body as ErrorReply).issues) first[path] ??= message
    const said = Object.entries(one.problems).map(([field, problem]) => {
      const { key, params } = typeof problem === 'string' ? { key: problem, params: {} } : problem
      return [field, fill(messages[key][language], params)]
    })
    expect(first).toEqual(Object.fromEntries(said))
  })
})
