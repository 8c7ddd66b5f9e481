import { expect, test } from 'vitest'
import { alertGroupRoutes } from '@noroshi/contract/alerts/alert-groups.http'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { peerRoutes } from '@noroshi/contract/units/units.http'
import { confirmBoth, contextOf, exchangeAll, foundGroup, type Hall, joinByCode, openHall } from '#/testing/scenes/units.ts'
import { LINK_BYTES_MAX, trustedUnits, writeBundleFor } from './exchange.service.ts'

const runJob = ({ server }: Hall, name: string) => server.jobs.find((job) => job.name === name)?.run()
const FLAGS = { isAnonymous: false, takesNewUsers: false }
const SOON = { timeout: 20_000, interval: 20 }

/** Opens two units. The gym reaches the hall, which does not reach it. */
async function openLink(): Promise<AsyncDisposable & { hall: Hall; gym: Hall }> {
  await using opened = new AsyncDisposableStack()
  const hall = opened.use(await openHall('Hall'))
  const gym = opened.use(await openHall('Gym'))
  await foundGroup(hall)
  await joinByCode(hall, gym)
  await confirmBoth(hall, gym)
  await exchangeAll(gym)
  await hall.server.db.updateTable('sync_units').set({ urls: [] }).execute()
  const kept = opened.move()
  return { hall, gym, [Symbol.asyncDispose]: () => kept.disposeAsync() }
}

test('an alert is an alarm at a unit that waits for it, and the answer returns, without the regular exchange', async () => {
  await using link = await openLink()
  const { hall, gym } = link
  await exchangeAll(hall)
  const body = { ...FLAGS, name: 'Rescue', isShared: true }
  const { id: groupId } = await hall.admin.fetch(alertGroupRoutes.create, { body })
  await exchangeAll(gym)
  for (const { admin } of [hall, gym])
    await admin.fetch(alertGroupRoutes.addMembers, { params: { id: groupId }, body: { userIds: [admin.id] } })
  const [atHall, atGym] = [await hall.admin.openSocket(), await gym.admin.openSocket()]
  for (const one of [hall, gym]) await runJob(one, 'units.live')
  await runJob(gym, 'units.wait')

  const { id } = await hall.admin.fetch(alertRoutes.raise, { body: { textContent: 'Fire' } })
  await expect.poll(() => atGym.payloadsOf('alert:new_alert'), SOON).toMatchObject([{ id, origin: { unitName: 'Hall' } }])
  await gym.admin.fetch(alertRoutes.answer, { params: { id }, body: { answer: 'responding' } })
  await expect
    .poll(() => atHall.payloadsOf('alert:ledger').at(-1), SOON)
    .toMatchObject({ alertId: id, counts: { responding: 1 } })
  await hall.admin.fetch(alertRoutes.resolve, { body: { AlertId: id } })
  await expect.poll(() => atGym.payloadsOf('alert:resolved'), SOON).toMatchObject([{ id }])
})

test('a unit has one waiting request, which a repeated bundle does not end, and which ends when the server closes', async () => {
  await using link = await openLink()
  const { hall, gym } = link
  const hallId = await hall.unitId()
  const write = async () => {
    const receivers = (await trustedUnits(contextOf(gym))).filter(({ unit_id }) => unit_id === hallId)
    return (await writeBundleFor(contextOf(gym), receivers, LINK_BYTES_MAX)).bytes.toString('base64')
  }
  const ended: string[] = []
  const exchange = (name: string, bundle: string) =>
    hall.server.visitor.fetch(peerRoutes.exchange, { body: { bundle, waits: true } }).then(({ bundle: reply }) => {
      ended.push(name)
      return reply
    })
  // The gym takes all news of the hall first: nothing would wait otherwise.
  await exchangeAll(gym)
  await exchangeAll(gym)
  const bundle = await write()
  await hall.server.db.updateTable('sync_units').set({ last_request_at: null }).execute()
  const first = exchange('first', bundle)
  await expect
    .poll(
      () => hall.server.db.selectFrom('sync_units').select('last_request_at').where('last_request_at', 'is not', null).execute(),
      SOON,
    )
    .not.toEqual([])
  await exchange('repeated', bundle)
  expect(ended).toEqual(['repeated'])
  const second = exchange('second', await write())
  await first
  expect(ended).toEqual(['repeated', 'first'])
  await hall.server.app.close()
  await second
  expect(ended).toEqual(['repeated', 'first', 'second'])
})
