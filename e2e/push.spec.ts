import { expect, type Page } from '@playwright/test'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { callRoutes } from '@noroshi/contract/calls/calls.http'
import { messageRoutes } from '@noroshi/contract/messaging/messaging.http'
import { threadRoutes } from '@noroshi/contract/messaging/threads.http'
import { fetchOk } from './fixtures/api.ts'
import type { Person } from './fixtures/person.ts'
import { test } from './fixtures/push.ts'
import { textsIn } from './fixtures/texts.ts'

const t = textsIn('en')
const STORED = { hasServiceWorker: true }

const waitUntilStored = (page: Page) => page.evaluate(async () => void (await navigator.serviceWorker.ready))

/** Turns notifications on by the device check. */
async function subscribe(person: Person) {
  await person.open('/ready')
  await expect(person.page.getByText(t('ready.push.on'))).toBeVisible({ timeout: 30_000 })
}

const raise = async (person: Person) =>
  fetchOk(person, alertRoutes.raise, { body: { textContent: 'the bridge is gone', latitude: '38.2601', longitude: '140.8801' } })

const countsOf = async (person: Person, id: string) => (await fetchOk(person, alertRoutes.ledger, { params: { id } })).counts

test('an alarm is shown while the page is closed, answered from its notification, and over when the alert is resolved', async ({
  signedIn,
  pushTo,
}) => {
  const aiko = await signedIn('Aiko')
  const ben = await signedIn('Ben', STORED)
  await waitUntilStored(ben.page)
  const phone = await pushTo(ben)
  await subscribe(ben)
  await ben.page.close()

  const { id } = await raise(aiko)
  await phone.deliver('alert')
  await expect.poll(phone.shown).toEqual([
    {
      title: t('push.alert', { name: 'Aiko' }),
      body: t('push.alert.open'),
      tag: `alert:${id}`,
      actions: ['respond', 'open'],
      isSilent: false,
    },
  ])
  await expect.poll(async () => (await countsOf(aiko, id)).delivered).toBe(1)
  expect(await countsOf(aiko, id)).toMatchObject({ seen: 0, responding: 0 })

  await phone.click('respond')
  expect(await countsOf(aiko, id)).toMatchObject({ responding: 1 })
  expect(await phone.shown()).toMatchObject([{ tag: `alert:${id}`, body: t('push.responded'), actions: [], isSilent: true }])

  await fetchOk(aiko, alertRoutes.resolve, { body: { AlertId: id } })
  await phone.deliver('alertResolved')
  await expect
    .poll(phone.shown)
    .toMatchObject([{ tag: `alert:${id}`, body: t('push.alert.resolved'), actions: [], isSilent: true }])
})
