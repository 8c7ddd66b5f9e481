import { defineMessages } from '../i18n.ts'

/** Texts of the recording and the player of voice notes. */
export const voiceNoteMessages = defineMessages({
  'voice.how': {
    en: 'Hold to record and lift to send, or tap to record.',
    ja: '押している間だけ録音し、離すと送信します。タップでも録音できます。',
  },
  'voice.slide': {
    en: 'Slide left to discard, up to go on without holding',
    ja: '左へ動かすと破棄、上へ動かすと離しても録音',
  },
  'voice.lift': { en: 'Lift to discard', ja: '離すと破棄' },
  'voice.discardQuestion': { en: 'Discard the recording?', ja: '録音を破棄しますか？' },
  'voice.discardNote': { en: 'It has not been sent.', ja: 'まだ送信されていません。' },
  'voice.keep': { en: 'Keep it', ja: '残す' },
  'voice.cut': { en: 'The recording stopped at its size limit.', ja: 'サイズの上限に達したため、録音を停止しました。' },
  'voice.rate': { en: 'Speed {rate}×', ja: '速度 {rate}倍' },
})
