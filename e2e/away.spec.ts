import { expect } from '@playwright/test'
import { test } from './fixtures/journey.ts'
import { wordsIn } from './fixtures/words.ts'
import { randomUUID } from 'node:crypto'

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

  const token = await raiser.page.evaluate(() => localStorage.getItem('accessToken') ?? '')
  const post = async (path: string, method: string, body: object, headers: Record<string, string> = {}) => {
    const response = await fetch(`${server.url}/backend/api${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    return (await response.json()) as { id: string }
  }
  const raised: string[] = []
  for (const textContent of ['first', 'second', 'third'])
    raised.push((await post('/alerts', 'POST', { textContent, clientId: randomUUID() })).id)
  await post('/alerts/markAsResolved', 'PUT', { AlertId: raised[1] }, { authorization: `Bearer ${token}` })

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
