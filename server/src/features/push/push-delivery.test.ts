import { expect, onTestFinished, test } from 'vitest'
import { answer, expectKinds, raise, settle, start, WAIT } from '#/testing/scenes/push-devices.ts'
import type { PushDevice } from '#/testing/processes/push-service.ts'

test('an alarm is retried at a push service that failed, unless the user has seen it meanwhile', async () => {
  const { service, noroshi } = await start()
  const [aya, ben, chie] = await noroshi.people('Aya', 'Ben', 'Chie')
  const [seen, unseen] = [await service.subscribe(ben), await service.subscribe(chie)]
  let failures = 0
  service.answer = async () => (failures++ < 2 ? { status: 503 } : undefined)
  noroshi.expectsInLog(/do not reach the push service http:\/\/127.0.0.1:\d+: status 503/, /reach the push service .* again/)
  const { id } = await raise(aya)
  await expect.poll(() => failures, WAIT).toBe(2)
  expect(await noroshi.deps.metrics.text()).toContain('noroshi_backlog{work="push"} 2')
  await answer(ben, id)
  noroshi.clock.advance({ seconds: 6 })
  await raise(noroshi.visitor) // triggers the sender
  await expect.poll(() => unseen.received.map(({ payload }) => payload.id), WAIT).toContain(id)
  await settle(noroshi)
  expect(await noroshi.deps.metrics.text()).toContain('noroshi_backlog{work="push"} 0')
  expect(seen.received.map(({ payload }) => payload.id)).not.toContain(id)
  expect(noroshi.log.filter((line) => line.includes('do not reach'))).toHaveLength(1)
})

test('a device that does not answer delays no other, and a redirect is not followed', async () => {
  const { service, noroshi } = await start()
  const [aya, ben, chie, dora] = await noroshi.people('Aya', 'Ben', 'Chie', 'Dora')
  const [silent, moved, device] = [await service.subscribe(ben), await service.subscribe(chie), await service.subscribe(dora)]
  const answered = Promise.withResolvers<undefined>()
  const other = service.newSubscription()
  service.answer = async (path) => {
    if (silent.endpoint.endsWith(path)) return answered.promise
    return moved.endpoint.endsWith(path) ? { status: 307, headers: { location: other.endpoint } } : undefined
  }
  noroshi.expectsInLog(/reach the push service/)
  await raise(aya)
  await expectKinds(device, ['alert'])
  expect([silent.kinds(), moved.kinds()]).toEqual([[], []])
  answered.resolve(undefined)
  await expectKinds(silent, ['alert'])
})

test('a device that does not answer leaves all other requests to its push service for a later alarm', async () => {
  const { service, noroshi } = await start()
  noroshi.expectsInLog(/reach the push service/) // the silent request ends after some seconds
  const [aya, ben, ...others] = await noroshi.people('Aya', 'Ben', ...Array.from({ length: 40 }, (_, index) => `Chie ${index}`))
  const silent = await service.subscribe(ben)
  const asked = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<undefined>()
  onTestFinished(() => answered.resolve(undefined))
  const second = Promise.withResolvers<undefined>()
  let requests = 0
  service.answer = async (path) => {
    if (silent.endpoint.endsWith(path)) {
      asked.resolve()
      return answered.promise
    }
    if (++requests > 1) second.resolve(undefined)
    return second.promise // a single worker would send no second request
  }
  await raise(aya)
  await asked.promise
  const devices: PushDevice[] = []
  for (const other of others) devices.push(await service.subscribe(other))
  const { id } = await raise(noroshi.visitor)
  const alarmed = () => devices.filter(({ received }) => received.some(({ payload }) => payload.id === id)).length
  await expect.poll(alarmed, WAIT).toBe(40)
  expect(silent.kinds()).toEqual([])
  answered.resolve(undefined)
  await expectKinds(silent, ['alert', 'alert'])
})

test('a notification of a kind that only a later version knows stays for a process of that version', async () => {
  const { service, noroshi } = await start()
  const [aya, ben] = await noroshi.people('Aya', 'Ben')
  const device = await service.subscribe(ben)
  await noroshi.db
    .insertInto('push_notifications')
    .columns(['subscription_id', 'tag', 'kind', 'entity_id', 'due_at', 'expires_at'])
    .expression(({ selectFrom, val }) =>
      selectFrom('push_subscriptions').select(({ ref }) => [
        ref('id').as('id'),
        val('later').as('tag'),
        val('later').as('kind'),
        ref('user_id').as('entity_id'),
        val(noroshi.clock.now()).as('due_at'),
        val(new Date(noroshi.clock.now().getTime() + 60_000)).as('expires_at'),
      ]),
    )
    .execute()
  await raise(aya)
  await expectKinds(device, ['alert'])
  await raise(noroshi.visitor) // triggers the sender
  await expectKinds(device, ['alert', 'alert'])
  const kept = await noroshi.db.selectFrom('push_notifications').selectAll().where('kind', '=', 'later').execute()
  expect(kept).toMatchObject([{ attempts: 0, is_begun: false, leased_until: null }])
})
