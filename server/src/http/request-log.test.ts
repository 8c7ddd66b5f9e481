import { once } from 'node:events'
import { connect } from 'node:net'
import pg from 'pg'
import { expect, test } from 'vitest'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { API_BASE } from '@noroshi/contract/routes'
import { startTestServer, type TestServer } from '#/testing/test-server.ts'
import { describeError, REQUEST_ID_HEADER } from './request-log.ts'

/** Starts a server that logs each request, and declares only those lines. */
async function startLogging(): Promise<TestServer> {
  const noroshi = await startTestServer({ LOG_LEVEL: 'info' })
  noroshi.expectsInLog(/"msg":"(request|Server listening[^"]*)"/)
  return noroshi
}

const requestsOf = ({ log }: TestServer) =>
  log.map((line) => JSON.parse(line) as Record<string, unknown>).filter(({ msg }) => msg === 'request') // pino writes objects

test('with LOG_LEVEL=info each request is one line with the id of its reply, and without address, token and text', async () => {
  await using noroshi = await startLogging()
  const [aiko] = await noroshi.people('Aiko')
  await aiko.fetch(alertRoutes.raise, { body: { textContent: 'water is rising' } })
  const { headers } = await aiko.rawFetch(`${API_BASE}/users?search=secret`)
  const malformed = await aiko.rawFetch(`${API_BASE}/users/%zz`)
  expect(malformed.headers.get(REQUEST_ID_HEADER)).toBeTruthy()
  const requests = requestsOf(noroshi)
  const reqId = headers.get(REQUEST_ID_HEADER)
  expect(requests).toContainEqual(expect.objectContaining({ reqId, method: 'GET', ms: expect.any(Number) as number }))
  expect(requests).toContainEqual(expect.objectContaining({ route: API_BASE + alertRoutes.raise.path, status: 201 }))
  for (const secret of ['water', 'secret', aiko.token ?? '', '127.0.0.1']) expect(JSON.stringify(requests)).not.toContain(secret)
})

test('a request whose client disconnects is logged with 499', async () => {
  await using noroshi = await startLogging()
  const connection = connect(Number(new URL(noroshi.url).port), '127.0.0.1')
  await once(connection, 'connect')
  connection.write(
    `POST ${API_BASE}/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`,
  )
  await noroshi.visitor.rawFetch('/livez') // the server has read what was sent before
  connection.resetAndDestroy()
  await expect.poll(() => requestsOf(noroshi).map(({ status }) => status)).toEqual([200, 499])
})

test('an error is logged with its causes, and without the row that PostgreSQL quotes', () => {
  const refused = Object.assign(new pg.DatabaseError('duplicate key', 1, 'error'), {
    code: '23505',
    constraint: 'users_email_key',
    detail: 'Key (email)=(aiko@example.org) already exists.',
  })
  const described = describeError(new AggregateError([new Error('not saved', { cause: refused })], 'two tries failed'))
  expect(described).toMatchObject({
    type: 'AggregateError',
    errors: [{ message: 'not saved', cause: { type: 'DatabaseError', code: '23505', constraint: 'users_email_key' } }],
  })
  expect(JSON.stringify(described)).not.toContain('aiko')
})

test('by default no request is logged', async () => {
  await using noroshi = await startTestServer()
  await noroshi.visitor.rawFetch('/livez') // a line would fail the test
})
