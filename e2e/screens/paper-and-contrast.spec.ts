import path from 'node:path'
import { expect, type TestInfo } from '@playwright/test'
import { createAdministrator } from '../fixtures/servers/administrator.ts'
import { contrastFaults } from '../fixtures/browsers/forced-colors.ts'
import { test } from '../fixtures/journey.ts'
import { createLongContent } from '../fixtures/checks/long-content.ts'
import { plain, printOnPaper } from '../fixtures/checks/paper.ts'
import { onlyLong } from '../fixtures/long.ts'
import type { Person } from '../fixtures/person.ts'
import { adminDialogs, longScreens, openScreen, type Screen, visitorScreens } from '../fixtures/checks/screens.ts'
import { textsIn } from '../fixtures/texts.ts'

const t = textsIn('en')
const softly = expect.configure({ soft: true })
/** Screens whose content people put on paper. */
const PRINTED = /\/(posts|comments|members|users|audit|messages\/[^/]+|pages\/[^/]+)$/

/** The text of the PDF that the browser prints. */
const printedText = async (person: Person, testInfo: TestInfo): Promise<string> =>
  (await printOnPaper(person, path.join(testInfo.outputDir, 'screen.pdf'))).text

/** The last line of text in the content of the screen. */
const lastText = ({ page }: Person): Promise<string> =>
  page.locator('main').evaluate((main) => {
    const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT)
    let last = ''
    while (walker.nextNode()) {
      const { parentElement, textContent } = walker.currentNode
      const isContent =
        parentElement?.closest('p, li, td, article, h2, h3, dd') &&
        !parentElement.closest('button, form, nav, .visually-hidden, [data-not-printed], .print-only')
      if (isContent && parentElement?.checkVisibility() && textContent?.trim()) last = textContent
    }
    return last.slice(-30)
  })

async function openContent(person: Person): Promise<Parameters<typeof longScreens>[0]> {
  const token = await person.page.evaluate(() => localStorage.getItem('accessToken'))
  person.allowConsoleError(/favicon\.ico/)
  await person.open('/favicon.svg') // without the application, which would acknowledge each message
  return createLongContent(person.serverUrl, token ?? '')
}

const expectContrast = (person: Person, { path: at, tab, button }: Screen | ReturnType<typeof adminDialogs>[number]) =>
  softly.poll(() => contrastFaults(person.page), { message: `${at} ${tab ?? button ?? ''}` }).toEqual([])

for (const part of [
  { name: 'a page, a chat, an alert and the audit log', screens: /\/(pages|alerts|admin\/audit|messages\/[^/]+$)/ },
  { name: 'posts, comments, members and users', screens: /\/(posts|comments|members|users)/ },
])
  test(`${part.name} are printed whole, with title, time and address`, onlyLong(), async ({ server, visitor }, testInfo) => {
    test.setTimeout(400_000)
    const kenji = await createAdministrator(server, visitor, { wide: true, scheme: 'dark' })
    const content = await openContent(kenji)
    const isPrinted = ({ path: at, isLong, tab, button }: Screen) =>
      isLong === true && tab === undefined && button === undefined && part.screens.test(at) && PRINTED.test(at)
    for (const screen of longScreens(content, t).filter(isPrinted)) {
      await kenji.page.emulateMedia({ forcedColors: 'none' })
      await openScreen(kenji, screen)
      await kenji.page.waitForLoadState('networkidle')
      const expected = plain(await lastText(kenji))
      const printed = await printedText(kenji, testInfo)
      expect.soft(expected, screen.path).not.toBe('')
      expect.soft(printed, `the last line of ${screen.path}`).toContain(expected)
      expect.soft(printed, `the address of ${screen.path}`).toContain(plain(new URL(kenji.page.url()).pathname))
      expect.soft(printed, `the navigation of ${screen.path}`).not.toContain(plain(t('chrome.home') + t('messages.title')))
      const saysMore = printed.includes(plain(t('chrome.moreNotPrinted')))
      if (/messages\/[^/]+$|audit|posts$/.test(screen.path)) expect.soft(saysMore, `${screen.path} has more`).toBe(true)
      if (/members$|users$/.test(screen.path)) expect.soft(saysMore, `${screen.path} has no more`).toBe(false)
      await kenji.page.emulateMedia({ forcedColors: 'active' })
      await expectContrast(kenji, screen)
    }
  })

test('all screens and dialogs show edges and what is chosen in contrast themes', onlyLong(), async ({ server, visitor }) => {
  test.setTimeout(600_000)
  const kenji = await createAdministrator(server, visitor, {})
  const content = await openContent(kenji)
  const guest = await visitor({})
  await kenji.page.emulateMedia({ forcedColors: 'active' })
  await guest.page.emulateMedia({ forcedColors: 'active' })
  for (const screen of longScreens(content, t)) {
    await openScreen(kenji, screen)
    await expectContrast(kenji, screen)
  }
  for (const dialog of adminDialogs(content, t)) {
    await openScreen(kenji, { ...dialog, shows: dialog.button })
    await expect(kenji.page.getByRole('dialog').first()).toBeVisible()
    await expectContrast(kenji, dialog)
  }
  for (const screen of visitorScreens(content, t)) {
    await openScreen(guest, screen)
    await expectContrast(guest, screen)
  }
})
