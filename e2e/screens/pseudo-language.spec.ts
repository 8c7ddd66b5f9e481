// cspell:ignore dampfschiff -- a part of a long word
import { expect } from '@playwright/test'
import { createAdministrator } from '../fixtures/servers/administrator.ts'
import { test } from '../fixtures/journey.ts'
import { CHECKED_SCREENS, checkedScreens } from '../fixtures/long.ts'
import { cutTexts } from '../fixtures/checks/cut-texts.ts'
import { layoutFaults } from '../fixtures/checks/layout.ts'
import { createLongContent } from '../fixtures/checks/long-content.ts'
import { adminDialogs, longScreens, openScreen, type Screen, visitorScreens, waitingScreens } from '../fixtures/checks/screens.ts'
import { foreignTexts, pseudoTexts, usePseudoLanguage } from '../fixtures/pseudo-language.ts'
import type { Person } from '../fixtures/person.ts'

const softly = expect.configure({ soft: true })
/** Words of the people of the long content, their initials, and names of the product, of keys, languages, months and units. */
const CONTENT = new RegExp(
  [
    String.raw`[\p{L}.]*Donau\p{L}*|dampfschiff\p{L}*|寿\p{L}*|Kenji|Member\d+|(?:Feed|Page) number \d+|^\p{L}$`,
    String.raw`Number \d+: the water is at [a-z, ]+|unit-\d+|river|日本語|English`,
    // Addresses, which the page divides for line breaks.
    String.raw`(?:long\.|address\.|aiko@|kenji@|member\.|sub\.|example\.|org)+(?:\d+@)?`,
    // The form of a code, and the name of the hidden element by which Mantine measures texts.
    String.raw`XXXX(?:-XXXX)+|autosize measurement`,
    String.raw`Noroshi|\d+ minutes? ago|\(Ctrl\+[^)]+\)|\b[AP]M\b|\p{Lu}\p{Ll}+day, \p{Lu}\p{Ll}+ \d+|\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d+|\b[kKMG]B\b`,
  ].join('|'),
  'gu',
)
/** Cuts that are meant: names in one line, and excerpts of texts. */
const SHORTENED = /Donau|dampfschiff|寿限無|Number \d+: the water|class="(?:one-line|_excerpt)/
/** The first checked screen of each list. */
const FIRST = 2

async function checkScreen(person: Person, screen: Screen): Promise<void> {
  const at = `${screen.path} ${screen.tab ?? screen.button ?? ''}`
  await openScreen(person, screen)
  await softly.poll(() => layoutFaults(person.page), { message: at }).toEqual([])
  await checkTexts(person, 'main', at, screen.button !== undefined)
}

async function checkTexts({ page }: Person, root: 'main' | '[role=dialog]', at: string, hasMenu = false): Promise<void> {
  const cuts = async () =>
    (await cutTexts(page.locator(root).last())).filter(
      (fault) => !SHORTENED.test(fault) && !(hasMenu && fault.endsWith('is covered')),
    )
  await softly.poll(cuts, { message: `${at}: cut texts` }).toEqual([])
  await softly
    .poll(() => foreignTexts(page.locator('body'), CONTENT), { message: `${at}: texts outside of the catalogues` })
    .toEqual([])
}

test(`in a language with texts that are 40 % longer each text is from the catalogues and fits a phone (${CHECKED_SCREENS})`, async ({
  server,
  visitor,
}) => {
  test.setTimeout(900_000)
  const kenji = await createAdministrator(server, visitor, {})
  await usePseudoLanguage(kenji.context)
  const token = await kenji.page.evaluate(() => localStorage.getItem('accessToken'))
  kenji.allowConsoleError(/favicon\.ico/)
  await kenji.open('/favicon.svg') // without the app, which would acknowledge each message
  const content = await createLongContent(server.url, token ?? '')
  for (const screen of checkedScreens(longScreens(content, pseudoTexts), FIRST)) await checkScreen(kenji, screen)
  for (const { button, ...screen } of checkedScreens(adminDialogs(content, pseudoTexts), FIRST)) {
    await openScreen(kenji, { ...screen, button, shows: button })
    await expect(kenji.page.getByRole('dialog')).toBeVisible()
    await checkTexts(kenji, '[role=dialog]', `${screen.path} ${button}`)
  }
  for (const screen of checkedScreens(waitingScreens(pseudoTexts), FIRST)) {
    await openScreen(kenji, screen)
    await checkTexts(kenji, 'main', screen.path)
  }

  const guest = await visitor({})
  await usePseudoLanguage(guest.context)
  for (const screen of checkedScreens(visitorScreens(content, pseudoTexts), FIRST)) await checkScreen(guest, screen)
})
