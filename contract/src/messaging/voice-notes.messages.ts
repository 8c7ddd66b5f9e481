import { defineMessages } from '../i18n.ts'

/** Texts of the recording and the player of voice notes. */
export const voiceNoteMessages = defineMessages({
  'voice.rate': { en: 'Speed {rate}×', ja: '速度 {rate}倍' },
})
