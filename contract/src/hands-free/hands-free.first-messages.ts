import { defineMessages } from '../i18n.ts'

/** Texts of hands-free mode in the menu of every page. */
export const handsFreeFirstMessages = defineMessages({
  'handsFree.switch': { en: 'Enable HFO', ja: 'HFOを有効にする' },
  'handsFree.switchNote': { en: 'Listens for the wake word', ja: '呼びかけを待ちます' },
  'handsFree.switchOnRadio': { en: 'Not during a radio chat or a call', ja: '無線チャット中と通話中は使えません' },
  'handsFree.open': { en: 'Give a voice command', ja: '音声コマンドを使う' },
  'handsFree.answerRollCall': { en: 'Answer a roll-call', ja: '安否確認に回答' },
})
