import { expect } from '@playwright/test'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { ask, asks } from './fixtures/api.ts'
import { test } from './fixtures/journey.ts'
import { wordsIn } from './fixtures/words.ts'

const words = wordsIn('en')

test('who was cut off sees on return what a fresh page shows, and the alarm sounds for what is still active', async ({
  server,
  signedIn,
}) => {
  const ben = await signedIn('Ben')
  const raiser = await signedIn('Chie')
  await ben.open('/alerts')
  await expect(ben.page.getByRole('tab', { name: words('alerts.title') })).toBeVisible()
  await ben.cutOff()

  const raised: string[] = []
  for (const textContent of ['first', 'second', 'third'])
    raised.push((await ask(server.url, alertRoutes.raise, { body: { textContent } })).id)
  await asks(raiser, alertRoutes.resolve, { body: { AlertId: raised[1] } })

  await ben.comeBack()
  const alarm = ben.page.getByRole('alertdialog', { name: words('alerts.alarm.title') })
  await expect(alarm.getByText('third')).toBeVisible({ timeout: 30_000 })
  await expect(alarm.getByText(words('alerts.alarm.more.one'))).toBeVisible()
  await expect(
    alarm.getByRole('button', { name: new RegExp(`${words('alerts.alarm.stopSound')}|${words('alerts.alarm.enableSound')}`) }),
  ).toBeVisible()

  const rows = () => ben.page.getByRole('main').getByRole('listitem').allInnerTexts()
  await expect.poll(async () => (await rows()).length).toBeGreaterThanOrEqual(3)
  const caughtUp = await rows()
  await ben.page.reload()
  await expect.poll(async () => (await rows()).length).toBeGreaterThanOrEqual(3)
  expect(caughtUp).toEqual(await rows())
})
