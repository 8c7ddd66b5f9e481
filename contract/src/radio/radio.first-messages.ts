import { defineMessages } from '../i18n.ts'

/** Texts of radio chats that the menu and the commands of every screen show. */
export const radioFirstMessages = defineMessages({
  'radio.start': { en: 'Start radio chat', ja: '無線チャットを始める' },
})
