import type { Language } from '@noroshi/contract/i18n'
import { createAdministrator } from '../fixtures/servers/administrator.ts'
import { expectAccessible } from '../fixtures/checks/axe.ts'
import { test } from '../fixtures/journey.ts'
import { createLongContent } from '../fixtures/checks/long-content.ts'
import { onlyLong } from '../fixtures/long.ts'
import { visitorScreens, longScreens, openScreen } from '../fixtures/checks/screens.ts'
import { textsIn } from '../fixtures/texts.ts'

for (const language of ['en', 'ja'] satisfies Language[])
  for (const scheme of ['light', 'dark'] as const)
    test(
      `axe finds no violation on any screen with long content (${language}, ${scheme})`,
      onlyLong(),
      async ({ server, visitor }) => {
        test.setTimeout(600_000)
        const t = textsIn(language)
        const kenji = await createAdministrator(server, visitor, { language, scheme })
        const token = await kenji.page.evaluate(() => localStorage.getItem('accessToken'))
        kenji.allowConsoleError(/favicon\.ico/)
        await kenji.open('/favicon.svg') // without the app, which would acknowledge each message
        const content = await createLongContent(server.url, token ?? '')
        const guest = await visitor({ language, scheme })
        for (const [person, screens] of [
          [kenji, longScreens(content, t)],
          [guest, visitorScreens(content, t)],
        ] as const)
          for (const screen of screens) {
            await openScreen(person, screen)
            await expectAccessible(person, `${screen.path} ${screen.tab ?? screen.button ?? ''}`)
          }
      },
    )
