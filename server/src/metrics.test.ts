import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { drillRoutes } from '@noroshi/contract/alerts/drills.http'
import { API_BASE } from '@noroshi/contract/routes'
import { startTestServer, type TestServer } from '#/testing/test-server.ts'

const TOKEN = 'a token of the metrics'

/** Returns the value of each metric by its name and labels. */
async function readMetrics(noroshi: TestServer): Promise<Map<string, number>> {
  const response = await noroshi.visitor.rawFetch('/metrics', { headers: { authorization: `Bearer ${TOKEN}` } })
  const lines = (await response.text()).split('\n').filter((line) => line.startsWith('noroshi_'))
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]))
}

test('the metrics count requests, events, sockets, connections, queues and the first delivery of each SOS', async () => {
  await using noroshi = await startTestServer({ METRICS_TOKEN: TOKEN })
  const [ben, chie] = await noroshi.people('Ben', 'Chie')
  const [first, second] = [await ben.openSocket(), await chie.openSocket()]
  const { id } = await noroshi.visitor.fetch(alertRoutes.raise, { body: { textContent: 'help' } })
  await first.next('alert:new_alert')
  for (const socket of [first, second]) await socket.send('alert:delivered', { alertIds: [id] })
  const drill = await ben.fetch(drillRoutes.start, { body: {} })
  await first.next('alert:new_alert')
  await first.send('alert:delivered', { alertIds: [drill.id] })
  await noroshi.visitor.rawFetch(`/no-such-address/${randomUUID()}`, { method: 'POST' })

  const metrics = await readMetrics(noroshi)
  const raising = `method="POST",route="${API_BASE}${alertRoutes.raise.path}",status="201"`
  expect(metrics.get(`noroshi_http_request_seconds_count{${raising}}`)).toBe(1)
  expect(metrics.get('noroshi_http_request_seconds_count{method="POST",route="none",status="404"}')).toBe(1)
  expect(metrics.get('noroshi_events_total{name="alert:new_alert"}')).toBe(2)
  expect(metrics.get('noroshi_journal_lag_seconds_count')).toBeGreaterThan(0)
  // The deliveries to the second device and of a drill are not counted.
  expect(metrics.get('noroshi_sos_first_delivery_seconds_count')).toBe(1)
  expect(metrics.get('noroshi_sockets')).toBe(2)
  expect(metrics.get('noroshi_database_connections{pool="main",state="open"}')).toBeGreaterThan(0)
  expect(metrics.get('noroshi_database_connections{pool="sos",state="waiting"}')).toBe(0)
  for (const queue of ['pictures', 'passwords', 'sos', 'messages'])
    expect(metrics.get(`noroshi_queue_depth{queue="${queue}"}`), queue).toBe(0)
  expect([...metrics.keys()].join('\n')).not.toMatch(/[\da-f]{8}-[\da-f]{4}/) // no id
})
