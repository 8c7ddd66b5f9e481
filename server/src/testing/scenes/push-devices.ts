import { expect, onTestFinished } from 'vitest'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import type { Caller } from '../caller.ts'
import { type PushDevice, PushService } from '../processes/push-service.ts'
import { startTestServer, type TestServer } from '../test-server.ts'

/** Options of `expect.poll` for a push, which is encrypted and sent after its event. Milliseconds. */
export const WAIT = { timeout: 20_000, interval: 20 }
const POSITION = { latitude: '38.2601', longitude: '140.8801' }

/** Starts a push service and a server that uses it. Both stop at the end of the test. */
export async function start() {
  const service = await PushService.start()
  onTestFinished(() => service.close())
  const noroshi = await startTestServer(service.settings)
  onTestFinished(() => noroshi[Symbol.asyncDispose]())
  return { service, noroshi }
}

export const raise = (caller: Caller, textContent = 'the bridge is gone') =>
  caller.fetch(alertRoutes.raise, { body: { textContent, ...POSITION } })
export const resolve = (caller: Caller, AlertId: string) => caller.fetch(alertRoutes.resolve, { body: { AlertId } })
export const answer = (caller: Caller, id: string, given: 'seen' | 'responding' = 'seen') =>
  caller.fetch(alertRoutes.answer, { params: { id }, body: { answer: given } })

/** Waits until a device has received notifications of exactly these kinds, in this order. */
export const expectKinds = (device: PushDevice, kinds: readonly string[]) =>
  expect.poll(() => device.kinds(), WAIT).toEqual(kinds)

/** Resolves when the server has no more notifications to send. */
export async function settle({ consumers, db }: TestServer): Promise<void> {
  await consumers.flush()
  const pending = () => db.selectFrom('push_notifications').select('tag').where('due_at', 'is not', null).execute()
  await expect.poll(pending, WAIT).toEqual([])
}
