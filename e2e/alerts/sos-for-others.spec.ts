import { expect } from '@playwright/test'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { expectAccessible } from '../fixtures/checks/axe.ts'
import { test } from '../fixtures/journey.ts'
import { fetchOk } from '../fixtures/servers/api.ts'
import { textsIn } from '../fixtures/texts.ts'
import { onlyLong } from '../fixtures/long.ts'

const t = textsIn('en')
const SENDAI = { latitude: 38.2682, longitude: 140.8694 }

test(
  'Aiko raises an SOS for her neighbour; Ben reads both names, joins its radio, and replays its record',
  onlyLong(),
  async ({ signedIn }) => {
    const aiko = await signedIn('Aiko', { wide: true, location: SENDAI })
    const ben = await signedIn('Ben', { wide: true })
    const { page } = aiko
    await test.step('Aiko describes the emergency, and her own location is not sent', async () => {
      await aiko.open('/alerts')
      await page.getByRole('button', { name: t('alerts.forOther') }).click()
      const dialog = page.getByRole('dialog', { name: t('alerts.forOther') })
      await expect(dialog.getByRole('button', { name: t('alerts.forOther.send') })).toBeDisabled()
      await dialog.getByLabel(t('alerts.forOther.words')).fill('Fell from the roof, house by the mill')
      await dialog.getByLabel(t('alerts.forOther.name')).fill('Ken Mori')
      await expectAccessible(aiko, 'the dialog of an SOS for another person')
      await dialog.getByRole('button', { name: t('alerts.forOther.send') }).click()
      await expect(page.getByRole('heading', { name: 'By Aiko' })).toContainText('for Ken Mori')
    })
    const { items } = await fetchOk(aiko, alertRoutes.list)
    const [alert] = items
    expect(alert).toMatchObject({ latitude: null, longitude: null, raisedFor: { person: null, name: 'Ken Mori' } })
    const id = alert?.id ?? ''
    await fetchOk(ben, alertRoutes.answer, { params: { id }, body: { answer: 'responding' } })
    await fetchOk(ben, alertRoutes.sendMessage, {
      body: { alertId: id, text: 'I am at the mill', latitude: '38.27', longitude: '140.87' },
    })
    const path = `/alerts/${id}/messages/${alert?.alertMessageThread.MessageThreadId ?? ''}`
    await test.step('Ben joins the radio of the alert, and comes back to the alert', async () => {
      await ben.open(path)
      await ben.page.getByRole('button', { name: t('radio.alert.join') }).click()
      await expect(ben.page.getByRole('heading', { name: 'SOS Aiko' })).toBeVisible()
      await ben.page.getByRole('button', { name: t('radio.exit') }).click()
      await expect(ben.page.getByRole('heading', { name: 'By Aiko' })).toBeVisible()
    })
    await test.step('Ben replays the record by the keyboard', async () => {
      await ben.page.getByRole('button', { name: t('record.title') }).click()
      const dialog = ben.page.getByRole('dialog', { name: t('record.title') })
      await dialog.getByRole('button', { name: t('record.replay'), exact: true }).click()
      const slider = dialog.getByRole('slider', { name: t('record.replay.time') })
      await slider.press('End')
      const replay = dialog.getByRole('region', { name: t('record.replay') })
      await expect(replay.getByText('I am at the mill')).toBeVisible()
      await expectAccessible(ben, 'the replay of an alert')
    })
  },
)
