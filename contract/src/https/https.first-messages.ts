import { defineMessages } from '../i18n.ts'

/** Texts about secure pages that the first bundle contains. */
export const httpsFirstMessages = defineMessages({
  'ready.title': { en: 'Device check', ja: '端末の確認' },
  'ready.open': { en: 'Check this device', ja: 'この端末を確認する' },
  'join.banner': {
    en: 'This page has no camera, microphone or location yet.',
    ja: 'この画面ではまだカメラ・マイク・位置情報を使えません。',
  },
  'join.bannerOpen': { en: 'Set up this device', ja: 'この端末を設定する' },
  'join.bannerHide': { en: 'Hide', ja: '閉じる' },
})
