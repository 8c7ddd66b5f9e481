import { readFile, writeFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { type Download, expect } from '@playwright/test'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { createAdministrator } from '../fixtures/servers/administrator.ts'
import { fetchOk } from '../fixtures/servers/api.ts'
import { expectAccessible } from '../fixtures/checks/axe.ts'
import { test } from '../fixtures/journey.ts'
import type { Person } from '../fixtures/person.ts'
import { textsIn } from '../fixtures/texts.ts'
import { verifierMessages } from '@noroshi/contract/record/verifier.messages'
import { onlyLong } from '../fixtures/long.ts'

const t = textsIn('en')

/** Presses a button that saves a file. @returns the path of the file */
async function saved({ page }: Person, button: string, outputPath: (name: string) => string): Promise<string> {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: button }).click()
  const file: Download = await download
  const path = outputPath(file.suggestedFilename())
  await file.saveAs(path)
  return path
}

test('an alert is raised, answered and closed, and the verifier proves its export', async ({
  server,
  signedIn,
  visitor,
}, info) => {
  const outputPath = (name: string) => info.outputPath(name)
  const kenji = await createAdministrator(server, visitor, { wide: true })
  const [aiko, ben] = [await signedIn('Aiko'), await signedIn('Ben')]
  const { id, alertMessageThread } = await fetchOk(aiko, alertRoutes.raise, {
    body: { latitude: '38.2', longitude: '140.8', textContent: 'the river is high' },
  })
  await fetchOk(ben, alertRoutes.answer, { params: { id }, body: { answer: 'responding' } })
  await fetchOk(ben, alertRoutes.sendMessage, { body: { alertId: id, text: 'on the way' } })
  await fetchOk(ben, alertRoutes.resolve, { body: { AlertId: id } })

  await test.step('a reader sees the record of the alert, and no export', async () => {
    await ben.open(`/alerts/${id}/messages/${alertMessageThread.MessageThreadId}`)
    await ben.page.getByRole('button', { name: t('record.title') }).click()
    const dialog = ben.page.getByRole('dialog', { name: t('record.title') })
    for (const shown of [
      t('record.raised'),
      'the river is high',
      t('record.answer.responding'),
      'on the way',
      t('record.resolved'),
    ])
      await expect(dialog.getByText(shown, { exact: true }).first()).toBeVisible()
    await expect(dialog.getByRole('link', { name: t('record.open') })).toBeHidden()
    await expectAccessible(ben, 'the record of an alert')
  })
  const [record, locations, verifier] = await test.step('the administrator exports it', async () => {
    await kenji.open(`/alerts/${id}/messages/${alertMessageThread.MessageThreadId}`)
    await kenji.page.getByRole('button', { name: t('record.title') }).click()
    await kenji.page.getByRole('link', { name: t('record.open') }).click()
    await kenji.page.getByRole('button', { name: t('recordExport.load') }).click()
    await expect(kenji.page.getByRole('cell', { name: 'the river is high' })).toBeVisible()
    await expectAccessible(kenji, 'the export of a record')
    return [
      await saved(kenji, t('recordExport.json'), outputPath),
      await saved(kenji, t('recordExport.geojson'), outputPath),
      await saved(kenji, t('recordExport.verifier'), outputPath),
    ] as const
  })
  expect(JSON.parse(await readFile(locations, 'utf8'))).toMatchObject({
    type: 'FeatureCollection',
    features: [{ geometry: { coordinates: [140.8, 38.2] }, properties: { kind: 'raised', person: 'Aiko' } }],
  })

  const page = await kenji.context.newPage()
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await page.goto(pathToFileURL(verifier).href)
  const choose = (file: string) => page.getByLabel(verifierMessages['verifier.file'].en).setInputFiles(file)
  await test.step('the verifier accepts it without a request', async () => {
    await choose(record)
    await expect(page.getByRole('status')).toHaveText(verifierMessages['verifier.intact'].en)
    await expect(page.getByRole('cell', { name: 'the river is high' })).toBeVisible()
    await expect(page.getByText('The signature of the server', { exact: false })).toBeVisible()
  })
  await test.step('it names a changed entry, in both languages', async () => {
    const changed = outputPath('changed.json')
    await writeFile(changed, (await readFile(record, 'utf8')).replace('the river is high', 'the river is low!'))
    await choose(changed)
    await expect(page.getByRole('status')).toHaveText(verifierMessages['verifier.broken'].en)
    await expect(page.getByRole('listitem').filter({ hasText: 'Entry 1 was changed' })).toBeVisible()
    await page.getByRole('button', { name: '日本語' }).click()
    await expect(page.getByRole('status')).toHaveText(verifierMessages['verifier.broken'].ja)
    await expect(page.getByText('記録1が変更されています')).toBeVisible()
  })
  expect(requests.filter((url) => !url.startsWith('file:'))).toEqual([])
  await page.close()
})

test(
  'the device of an administrator keeps the proofs that the server sends',
  onlyLong(),
  async ({ server, signedIn, visitor }) => {
    const kenji = await createAdministrator(server, visitor, { language: 'ja' })
    const aiko = await signedIn('Aiko')
    await fetchOk(aiko, alertRoutes.raise, { body: {} })
    const ja = textsIn('ja')
    await expect(async () => {
      await kenji.open('/admin/health')
      // The head of the alert, and that of the audit log.
      await expect(kenji.page.getByText(ja('recordHeads.count', { count: 2 }))).toBeVisible({ timeout: 2000 })
    }).toPass()
    await expectAccessible(kenji, 'the proofs on a device')
  },
)
