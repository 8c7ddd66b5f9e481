import { expect, test } from 'vitest'
import { rollCallRoutes } from '@noroshi/contract/roll-calls/roll-calls.http'
import { expectTitles, link, startServer } from '#/testing/scenes/alarm-apps.ts'
import { expectKinds, start } from '#/testing/scenes/push-devices.ts'
import { answer, ask } from '#/testing/scenes/roll-calls.ts'
import { longTest } from '#/testing/long-test.ts'

test('an urgent question is pushed as an alarm is, another one as a message is, and a drill says so', async () => {
  const { service, noroshi } = await start()
  const [gen, [ben]] = [await noroshi.admin('Gen'), await noroshi.people('Ben')]
  const device = await service.subscribe(ben)
  await ask(gen)
  await expectKinds(device, ['rollCall'])
  const drill = await ask(gen, { isUrgent: false, isDrill: true })
  await expectKinds(device, ['rollCall', 'rollCall'])
  expect(device.received.map(({ payload, headers }) => [payload, headers['urgency']])).toMatchObject([
    [{ isUrgent: true, isDrill: false, title: 'Earthquake: are you safe?' }, 'high'],
    [{ isUrgent: false, isDrill: true, title: 'Drill, no emergency: Earthquake: are you safe?' }, 'normal'],
  ])
  await answer(ben, drill.id, 'safe')
  await expectKinds(device, ['rollCall', 'rollCall', 'rollCallOver'])
})

longTest('the end of a roll-call is pushed with its numbers to all who were asked, also to those who answered', async () => {
  const { service, noroshi } = await start()
  const [gen, [aiko, ben]] = [await noroshi.admin('Gen'), await noroshi.people('Aiko', 'Ben')]
  const { id } = await ask(gen, { isUrgent: false })
  await answer(aiko, id, 'safe')
  const devices = [await service.subscribe(aiko), await service.subscribe(ben)]
  await gen.fetch(rollCallRoutes.close, { params: { id }, body: { endText: 'canary-of-the-end' } })
  for (const device of devices) await expectKinds(device, ['rollCallOver'])
  const [received] = devices[0]?.received ?? []
  expect(received?.payload).toMatchObject({ body: '1 safe, 0 injured, 0 need help, 2 not answered' })
  expect(received?.text).not.toContain('canary')
})

test('the alarm app shows the question of a drill as a drill, with the sound of its loudness', async () => {
  const noroshi = await startServer()
  const [gen, [ben]] = [await noroshi.admin('Gen'), await noroshi.people('Ben')]
  const { client } = await link(ben)
  await ask(gen, { isDrill: true })
  await expectTitles(client, ['Drill, no emergency: are you safe?'])
  expect(client.received.at(-1)).toMatchObject({ priority: 5 })
  await ask(gen, { isUrgent: false })
  await expectTitles(client, ['Drill, no emergency: are you safe?', 'Are you safe?'])
  expect(client.received.at(-1)).toMatchObject({ priority: 4 })
})
