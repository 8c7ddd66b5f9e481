import { expect } from '@playwright/test'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { callApi, fetchOk } from '../fixtures/servers/api.ts'
import { test } from '../fixtures/journey.ts'
import { textsIn } from '../fixtures/texts.ts'
import { onlyLong } from '../fixtures/long.ts'

const t = textsIn('en')

test(
  'after an outage a page shows the same as a reloaded page, and the alarm sounds for active alerts',
  onlyLong(),
  async ({ server, signedIn }) => {
    const ben = await signedIn('Ben')
    const raiser = await signedIn('Chie')
    await ben.open('/alerts')
    await expect(ben.page.getByRole('tab', { name: t('alerts.title') })).toBeVisible()
    await ben.goOffline()

    const raised: string[] = []
    for (const textContent of ['first', 'second', 'third'])
      raised.push((await callApi(server.url, alertRoutes.raise, { body: { textContent } })).id)
    await fetchOk(raiser, alertRoutes.resolve, { body: { AlertId: raised[1] } })

    await ben.goOnline()
    const alarm = ben.page.getByRole('alertdialog', { name: t('alerts.alarm.title') })
    await expect(alarm.getByText('third')).toBeVisible({ timeout: 30_000 })
    await expect(alarm.getByText(t('alerts.alarm.more', { count: 1 }))).toBeVisible()
    await expect(
      alarm.getByRole('button', { name: new RegExp(`${t('alerts.alarm.stopSound')}|${t('alerts.alarm.enableSound')}`) }),
    ).toBeVisible()

    // The list behind the dialog is updated when it closes.
    for (const text of ['third', 'first']) {
      await expect(alarm.getByText(text)).toBeVisible()
      await alarm.getByRole('button', { name: t('alerts.cannotHelp') }).click()
    }
    await expect(alarm).toBeHidden()

    const rows = () => ben.page.getByRole('main').getByRole('listitem').allInnerTexts()
    await expect.poll(async () => (await rows()).length).toBeGreaterThanOrEqual(2)
    const caughtUp = await rows()
    await ben.page.reload()
    await expect.poll(async () => (await rows()).length).toBeGreaterThanOrEqual(2)
    await expect.poll(rows).toEqual(caughtUp)
  },
)
