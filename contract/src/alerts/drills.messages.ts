import { defineMessages } from '../i18n.ts'

/** Texts of the test alarm of a device, and of the drills that administrators start. */
export const drillMessages = defineMessages({
  'drills.test': { en: 'Test alarm', ja: 'アラームのテスト' },
  'drills.testNote': {
    en: 'Rings only for you, on all your devices, and says that it is a drill. Close Noroshi on a phone to see whether it wakes you.',
    ja: 'あなたの端末だけで鳴り、訓練と表示されます。スマートフォンでNoroshiを閉じておくと、呼び出せるかどうかも確かめられます。',
  },
  'drills.testStart': { en: 'Start the test alarm', ja: 'テストを始める' },
  'drills.testRunning': { en: 'The test alarm is running.', ja: 'テストのアラームが鳴っています。' },
  'drills.testArrived': { en: 'It reached one of your devices.', ja: 'あなたの端末に届きました。' },
  'drills.testWaiting': { en: 'No device of yours has received it yet.', ja: 'まだどの端末にも届いていません。' },
  'drills.testAnswered': {
    en: 'You answered it. The alarm works.',
    ja: '回答を受け取りました。アラームは正常に動作しています。',
  },
  'drills.testOpen': { en: 'Open the drill', ja: '訓練を開く' },

  'drills.start': { en: 'Start a drill', ja: '訓練を始める' },
  'drills.groups': { en: 'Who to alert', ja: 'アラームを鳴らす相手' },
  'drills.groupsNote': {
    en: 'All members of these groups and you are alerted. The alarm says that it is a drill before it sounds.',
    ja: '選んだグループの全員と、あなたの端末でアラームが鳴ります。音が鳴る前に、訓練であることが表示されます。',
  },
  'drills.started': {
    en: { one: 'The drill has begun for 1 person', other: 'The drill has begun for {count} people' },
    ja: '訓練を始めました（{count}人）',
  },
})
