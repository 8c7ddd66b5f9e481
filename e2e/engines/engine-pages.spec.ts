import { expect } from '@playwright/test'
import { pageRoutes } from '@noroshi/contract/pages/pages.http'
import { contentJson, paragraph } from '../fixtures/scenes/page-texts.ts'
import { textsIn } from '../fixtures/texts.ts'
import { expectShown, test } from './engine-journey.ts'

const en = textsIn('en')

test('an administrator types into the editor of a page, formats and publishes', async ({ server, user, deviceOf }) => {
  const kenji = await user('Kenji', new URL(server.setupLink).searchParams.get('setup') ?? '')
  const { id } = await kenji.call(pageRoutes.create, { body: { title: 'What to take' } })
  await kenji.call(pageRoutes.publish, { params: { id }, body: { content: contentJson([paragraph('Water and food')]) } })
  const device = await deviceOf(kenji, 'Kenji')
  const { screen } = device
  const editor = screen.getByRole('textbox', { name: en('drafts.content') })
  await device.open(`/pages/${id}/content`)
  await expectShown(editor.getByText('Water and food'))

  await test.step('text is typed at the end of a paragraph and in a new one, which becomes a heading', async () => {
    await editor.getByText('Water and food').click()
    await device.press('End')
    await device.type(' for three days')
    await expectShown(editor.getByText('Water and food for three days', { exact: true }))
    await device.press('Enter')
    await device.type('Documents')
    await screen
      .getByRole('toolbar')
      .getByRole('button', { name: en('editor.heading', { level: 1 }), exact: true })
      .click()
    await expect.poll(() => editor.locator('[data-level="1"]').count()).toBe(1)
  })
  await test.step('the administrator publishes it, and a reader sees it', async () => {
    await screen.getByRole('button', { name: en('drafts.publish'), exact: true }).click()
    await expectShown(screen.getByText(en('drafts.published')))
    await device.open(`/pages/${id}`)
    await expectShown(screen.getByRole('main').getByRole('heading', { name: 'Documents' }))
    await expectShown(screen.getByRole('main').getByText('Water and food for three days', { exact: true }))
  })
})
