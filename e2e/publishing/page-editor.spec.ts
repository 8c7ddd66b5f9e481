import { expect, type Locator, type Page } from '@playwright/test'
import { pageRoutes } from '@noroshi/contract/pages/pages.http'
import { createAdministrator } from '../fixtures/servers/administrator.ts'
import { fetchOk } from '../fixtures/servers/api.ts'
import { expectAccessible } from '../fixtures/checks/axe.ts'
import { test } from '../fixtures/journey.ts'
import { onlyLong } from '../fixtures/long.ts'
import { paragraph, publishPage } from '../fixtures/scenes/page-texts.ts'
import { openEditor, tool } from '../fixtures/scenes/page-actions.ts'
import { dialogOf } from '../fixtures/checks/screen.ts'
import { textsIn } from '../fixtures/texts.ts'

const t = textsIn('en')

/** A list item as Microsoft Word writes it to the clipboard. */
const wordListItem = (text: string, level: number, marker: string, list = 'l0') =>
  `<p class=MsoListParagraph style='margin-left:36.0pt;text-indent:-18.0pt;mso-list:${list} level${level} lfo1'>` +
  `<![if !supportLists]><span lang=EN style='font-family:Symbol'><span style='mso-list:Ignore'>${marker}` +
  `<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>${text}<o:p></o:p></p>`

const WORD = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><meta name=Generator content="Microsoft Word 15"></head><body>
<!--StartFragment-->
<h4>Evacuation bag</h4>
${wordListItem('Water', 1, '·')}
${wordListItem('<b>Food</b>', 1, '·')}
${wordListItem('Rice', 2, 'o')}
${wordListItem('Torch', 1, '·')}
<p class=MsoNormal>Then in this order:</p>
${wordListItem('Turn off the gas', 1, '3.', 'l1')}
${wordListItem('Lock the door', 1, '4.', 'l1')}
<h6>Later</h6>
<!--EndFragment--></body></html>`

const paste = (editor: Locator, html: string) =>
  editor.evaluate((field, text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/html', text)
    clipboardData.setData('text/plain', 'a text')
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, html)

/**
 * Selects the typed text and waits until the editor knows the selection, because the browser reports it asynchronously.
 */
async function selectLine(page: Page): Promise<void> {
  await page.keyboard.press('Shift+Home')
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
}

test(
  'a user pastes from Word, formats with shortcuts and changes the text of a link',
  onlyLong(),
  async ({ server, visitor }) => {
    const kenji = await createAdministrator(server, visitor, { wide: true })
    const { page } = kenji
    const { id: pageId } = await fetchOk(kenji, pageRoutes.create, { body: { title: 'What to take' } })
    await publishPage(kenji, pageId, paragraph('Start'))
    const editor = await openEditor(kenji, t, pageId)

    await test.step('lists of Word keep their levels and numbers; deeper headings become the deepest level of a page', async () => {
      await editor.getByText('Start').click()
      await page.keyboard.press('Control+A')
      await paste(editor, WORD)
      const bullets = editor.locator(':scope > ul')
      await expect(bullets).toHaveCount(1)
      await expect(bullets.locator(':scope > li')).toHaveText(['Water', 'FoodRice', 'Torch'])
      await expect(bullets.locator('ul > li')).toHaveText(['Rice'])
      await expect(bullets.locator('strong')).toHaveText('Food')
      await expect(editor.locator(':scope > ol')).toHaveAttribute('start', '3')
      await expect(editor.locator(':scope > ol > li')).toHaveText(['Turn off the gas', 'Lock the door'])
      await expect(editor.locator('[data-level="3"]')).toHaveText(['Evacuation bag', 'Later'])
      await expect(editor).not.toContainText('·')
    })

    await test.step('the shortcut in the name of each button presses it', async () => {
      await page.keyboard.press('Control+A')
      await page.keyboard.type('Shortcuts')
      await selectLine(page)
      const buttons = page.getByRole('toolbar').locator('button[aria-keyshortcuts]')
      const named = await buttons.evaluateAll((all) =>
        all.map((one) => ({
          name: one.getAttribute('aria-label') ?? '',
          title: one.getAttribute('title') ?? '',
          keys: one.getAttribute('aria-keyshortcuts') ?? '',
          isToggle: one.hasAttribute('aria-pressed'),
        })),
      )
      expect(named).toHaveLength(15)
      for (const { name, title, keys } of named) expect(title).toBe(`${name} (${keys.replace('Control', 'Ctrl')})`)
      for (const { name, keys } of named.filter(({ isToggle, name: label }) => isToggle && label !== t('editor.link'))) {
        const button = page.getByRole('toolbar').getByRole('button', { name, exact: true })
        const isText = name === t('editor.paragraph')
        if (isText) await page.keyboard.press('Control+Alt+2')
        await expect(button, name).toHaveAttribute('aria-pressed', 'false')
        await page.keyboard.press(keys)
        await expect(button, name).toHaveAttribute('aria-pressed', 'true')
        if (!isText) await page.keyboard.press(keys)
      }
      await page.keyboard.press('Control+Z')
      await expect(tool(kenji, t, 'editor.redo')).not.toHaveAttribute('aria-disabled')
      await page.keyboard.press('Control+Shift+Z')
      await expect(tool(kenji, t, 'editor.redo')).toHaveAttribute('aria-disabled', 'true')
    })

    await test.step('Ctrl+K links the selection; the dialog changes the text of a link, and keeps its marks', async () => {
      const dialog = dialogOf(kenji)
      const field = (name: 'editor.linkUrl' | 'editor.linkText') => dialog.getByRole('textbox', { name: t(name) })
      const link = editor.locator('a')
      await page.keyboard.press('Control+A')
      await page.keyboard.type('Map of shelters')
      await selectLine(page)
      await page.keyboard.press('Control+B')
      await page.keyboard.press('Control+K')
      await expect(field('editor.linkUrl')).toBeFocused()
      await expect(field('editor.linkText')).toHaveValue('Map of shelters')
      await expectAccessible(kenji, 'the dialog of a link')
      await field('editor.linkUrl').fill('example.org/map')
      await page.keyboard.press('Enter')
      await expect(link).toHaveAttribute('href', 'https://example.org/map')
      await expect(link).toHaveText('Map of shelters')

      await link.click()
      await page.keyboard.press('Control+K')
      await expect(field('editor.linkUrl')).toHaveValue('https://example.org/map')
      await field('editor.linkText').fill('Where to go')
      await page.keyboard.press('Enter')
      await expect(editor).toHaveText('Where to go')
      await expect(link).toHaveAttribute('href', 'https://example.org/map')
      await expect(editor.locator('strong')).toHaveText('Where to go')

      await page.keyboard.press('End')
      await page.keyboard.press('Enter')
      await page.keyboard.press('Control+K')
      await expect(field('editor.linkUrl')).toBeFocused()
      await expect(field('editor.linkText')).toHaveValue('')
      await field('editor.linkUrl').fill('/feeds')
      await field('editor.linkText').fill('News')
      await page.keyboard.press('Enter')
      await expect(link).toHaveText(['Where to go', 'News'])
    })
  },
)
