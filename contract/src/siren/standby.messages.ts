import { defineMessages } from '../i18n.ts'

/** Texts of the stand-by screen, which a phone or tablet on a table shows. */
export const standbyMessages = defineMessages({
  'standby.title': { en: 'Stand-by', ja: '待機画面' },
  'standby.open': { en: 'Open the stand-by screen', ja: '待機画面を開く' },
  'standby.openNote': {
    en: 'Keeps this device awake on a table, so that it receives alarms.',
    ja: '画面を点灯したまま机に置き、アラームを受け取れるようにします。',
  },
  'standby.leave': { en: 'Leave stand-by', ja: '待機画面を終了' },
  'standby.leaveHint': { en: 'Tap, or press Escape, to leave', ja: 'タップまたはEscキーで終了' },
  'standby.soundHint': { en: 'Tap once to turn on the alarm sound', ja: '一度タップするとアラーム音が有効になります' },
  'standby.online': { en: 'Connected', ja: '接続中' },
  'standby.offline': { en: 'No connection: alarms do not arrive', ja: '接続なし：アラームは届きません' },
  'standby.connecting': { en: 'Connecting…', ja: '接続しています…' },
  'standby.lastAlert': { en: 'Last alert: {name}, {time}', ja: '最後のアラート：{name}、{time}' },
  'standby.activeAlert': { en: 'Active alert: {name}, {time}', ja: '発生中のアラート：{name}、{time}' },
  'standby.noAlert': { en: 'No alert yet', ja: 'アラートはまだありません' },
  'standby.battery': { en: 'Battery {percent} %', ja: 'バッテリー {percent} %' },
  'standby.charging': { en: 'Battery {percent} %, charging', ja: 'バッテリー {percent} %、充電中' },
  'standby.batteryLow': { en: 'Battery {percent} %: connect the charger', ja: 'バッテリー {percent} %：充電してください' },
  'standby.sleeps': {
    en: 'The screen may turn off: this browser cannot keep it on. Change the setting of the device',
    ja: '画面が消えることがあります。端末の設定で画面を消えないようにしてください',
  },
  'standby.sleepsInsecure': {
    en: 'The screen may turn off: this page is not secure. Open it by https',
    ja: '画面が消えることがあります。安全な接続（https）で開いてください',
  },
  'standby.sleepsRefused': {
    en: 'The screen may turn off: the device refused to keep it on, for example to save power',
    ja: '画面が消えることがあります。省電力などのため、端末が画面を点灯したままにできません',
  },
})
