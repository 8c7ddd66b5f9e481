import { expect } from '@playwright/test'
import type { Language } from '@noroshi/contract/i18n'
import { expectAccessible } from '../fixtures/checks/axe.ts'
import { test } from '../fixtures/journey.ts'
import { onlyLong } from '../fixtures/long.ts'
import {
  createChat,
  createSpeech,
  floorStatus,
  hold,
  letGo,
  log,
  openRadio,
  popup,
  talkButton,
} from '../fixtures/scenes/radio.ts'
import { textsIn } from '../fixtures/texts.ts'

for (const language of ['en', 'ja'] satisfies Language[])
  for (const scheme of ['light', 'dark'] as const)
    test(`axe finds no violation on any screen of the radio chat (${language}, ${scheme})`, onlyLong(), async ({ signedIn }) => {
      const t = textsIn(language)
      const aiko = await signedIn('Aiko', { language, scheme, media: await createSpeech('all is quiet here') })
      const ben = await signedIn('Ben', { language, scheme, wide: true })
      const threadId = await createChat(aiko, ben)
      await aiko.open(`/asr-chat/${threadId}`)
      await expect(aiko.page.getByRole('button', { name: t('radio.start') })).toBeVisible()
      await expectAccessible(aiko, 'no radio chat')
      await ben.openLive('/messages')
      await openRadio(aiko, t, threadId)
      await expect(popup(ben, t)).toBeVisible()
      await expectAccessible(ben, 'popup')
      await popup(ben, t)
        .getByRole('button', { name: t('radio.accept') })
        .click()
      await expect(talkButton(ben, t)).toBeEnabled()
      await hold(aiko, t)
      await expect(floorStatus(aiko, t)).toHaveText(t('radio.floor.mine'))
      await expect(floorStatus(ben, t)).toHaveText(t('radio.floor.other', { name: 'Aiko' }))
      await expectAccessible(aiko, 'on air')
      await expectAccessible(ben, 'listening, wide')
      // The sound of the microphone has pauses of a second: a short talk may have no speech.
      await expect(aiko.page.getByRole('timer')).toHaveText(/0:(0[4-9]|[1-5]\d)/)
      await letGo(aiko)
      await expect(log(ben, t).getByRole('button')).toHaveCount(1)
      await expectAccessible(ben, 'a message, wide')
      await ben.page.getByRole('button', { name: t('radio.people') }).click()
      await expect(ben.page.getByRole('dialog')).toBeVisible()
      await expectAccessible(ben, 'people')
      await ben.page.keyboard.press('Escape')
      await aiko.page.getByRole('button', { name: t('chrome.menu'), exact: true }).click()
      await aiko.page.getByRole('menuitem', { name: t('radio.history') }).click()
      await expect(aiko.page.getByRole('heading', { level: 2 })).toBeVisible()
      await expectAccessible(aiko, 'history')
      await aiko.open('/messages')
      await aiko.page.getByRole('tab', { name: t('radio.tab') }).click()
      await expect(aiko.page.getByRole('link', { name: /Ben/ })).toBeVisible()
      await expectAccessible(aiko, 'radio chats')
    })
