import { expect, test } from 'vitest'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { API_BASE } from '@noroshi/contract/routes'
import { startTestServer } from '#/testing/test-server.ts'
import { REQUEST_ID_HEADER } from './request-log.ts'

test('with LOG_LEVEL=info each request is one line with the id of its reply, and without address, token and text', async () => {
  await using noroshi = await startTestServer({ LOG_LEVEL: 'info' })
  noroshi.expectsInLog(/./)
  const [aiko] = await noroshi.people('Aiko')
  await aiko.fetch(alertRoutes.raise, { body: { textContent: 'water is rising' } })
  const { headers } = await aiko.rawFetch(`${API_BASE}/users?search=secret`)
  const written = noroshi.log.map((line) => JSON.parse(line) as Record<string, unknown>) // pino writes objects
  expect(written).toContainEqual(
    expect.objectContaining({
      reqId: headers.get(REQUEST_ID_HEADER),
      method: 'GET',
      msg: 'request',
      ms: expect.any(Number) as number,
    }),
  )
  expect(written).toContainEqual(expect.objectContaining({ route: API_BASE + alertRoutes.raise.path, status: 201 }))
  const requests = noroshi.log.filter((line) => line.includes('"reqId"'))
  for (const secret of ['water', 'secret', aiko.token ?? '', '127.0.0.1']) expect(requests.join('\n')).not.toContain(secret)
})

test('by default no request is logged', async () => {
  await using noroshi = await startTestServer()
  await noroshi.visitor.rawFetch('/livez') // a line would fail the test
})
