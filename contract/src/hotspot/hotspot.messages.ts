import { defineMessages } from '../i18n.ts'

export const hotspotMessages = defineMessages({
  'hotspot.reach': { en: 'This Wi-Fi reaches Noroshi only', ja: 'このWi-FiでつながるのはNoroshiだけです' },
  'hotspot.reachNote': {
    en: 'While this device uses it, other apps may get no calls and messages, even if they show nothing wrong. To use mobile data, leave this Wi-Fi, and join it again afterwards.',
    ja: 'つないでいる間は、異常が表示されなくても、ほかのアプリに電話やメッセージが届かないことがあります。モバイルデータ通信を使うときはこのWi-Fiから切断し、あとでつなぎ直してください。',
  },
  'hotspot.continue': { en: 'Stay on this Wi-Fi', ja: 'このWi-Fiを使い続ける' },
  'hotspot.continueNote': {
    en: 'This sign-in page then closes. Open {address} in your browser, where SOS and notifications work.',
    ja: 'このログイン画面は閉じます。そのあとブラウザーで {address} を開いてください。SOSや通知はブラウザーで使えます。',
  },
  'hotspot.continued': { en: 'You stay on this Wi-Fi', ja: 'このWi-Fiを使い続けます' },
})
