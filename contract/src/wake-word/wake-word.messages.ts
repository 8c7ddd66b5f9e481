import { defineMessages } from '../i18n.ts'

/** Texts of the wake word. The phrase itself is in `metadata.json` of the model. */
export const wakeWordMessages = defineMessages({
  'wakeWord.title': { en: 'Wake word', ja: '呼びかけ' },
  'wakeWord.note': {
    en: 'Noroshi can listen for “Hey Noroshi” and then take a spoken command. Try it with your voice.',
    ja: '「ヘイ、のろし」と呼びかけると、声で操作できます。自分の声で試してみてください。',
  },
  'wakeWord.personal': {
    en: 'It is adjusted to your voice on this device.',
    ja: 'この端末では、あなたの声に合わせてあります。',
  },
  'wakeWord.open': { en: 'Set up the wake word', ja: '呼びかけを設定する' },
  'wakeWord.intro': {
    en: 'Say “Hey Noroshi” three times, the way you usually speak. The recordings stay on this device and are deleted at once.',
    ja: 'ふだんの話し方で「ヘイ、のろし」と3回言ってください。録音はこの端末の中だけで使い、すぐに消します。',
  },
  'wakeWord.record': { en: 'Record {number} of {all}', ja: '録音する（{number}/{all}回目）' },
  'wakeWord.starting': { en: 'The microphone is starting', ja: 'マイクを準備しています' },
  'wakeWord.speak': { en: 'Microphone is on. Say “Hey Noroshi” now', ja: 'マイク オン。「ヘイ、のろし」と言ってください' },
  'wakeWord.checking': { en: 'One moment', ja: 'お待ちください' },
  'wakeWord.clear': { en: 'Understood. {left} more', ja: '聞き取れました。あと{left}回です' },
  'wakeWord.unclear': {
    en: '“Hey Noroshi” was not recognised. Go closer to the microphone and say it again.',
    ja: '「ヘイ、のろし」と聞き取れませんでした。マイクに近づいて、もう一度言ってください。',
  },
  'wakeWord.silent': {
    en: 'Your microphone gives no sound. Check whether it is muted.',
    ja: 'マイクの音が入っていません。消音になっていないか確認してください。',
  },
  'wakeWord.taken': {
    en: 'Something else uses the microphone now. Record again afterwards.',
    ja: 'マイクがほかで使われています。終わってから、もう一度録音してください。',
  },
  'wakeWord.saved': {
    en: 'Done. Noroshi now knows your voice on this device.',
    ja: '設定しました。この端末では、あなたの声に合わせて聞き取ります。',
  },
  'wakeWord.recordAgain': { en: 'Record again', ja: '録音し直す' },
  'wakeWord.reset': { en: 'Use the usual setting', ja: '標準の設定に戻す' },
  'wakeWord.try': { en: 'Try it', ja: '試す' },
  'wakeWord.stop': { en: 'Stop', ja: '停止' },
  'wakeWord.trying.starting': { en: 'The microphone is starting', ja: 'マイクを準備しています' },
  'wakeWord.trying.listening': {
    en: 'Microphone is on. Say “Hey Noroshi”',
    ja: 'マイク オン。「ヘイ、のろし」と言ってください',
  },
  'wakeWord.trying.paused': { en: 'Paused: the microphone is in use', ja: '一時停止中：マイクがほかで使われています' },
  'wakeWord.heard': { en: { one: 'Heard {count} time', other: 'Heard {count} times' }, ja: '{count}回聞こえました' },
  'wakeWord.problem.model': {
    en: 'Couldn’t load the wake word. Check the connection and try again.',
    ja: '呼びかけを読み込めませんでした。接続を確認して、もう一度お試しください。',
  },
  'wakeWord.problem.insecure': { en: 'It needs a secure page first.', ja: '先に安全なページが必要です。' },
  'wakeWord.problem.missing': {
    en: 'No microphone was found. Connect one and try again.',
    ja: 'マイクが見つかりません。接続してから、もう一度お試しください。',
  },
  'wakeWord.problem.denied': {
    en: 'The microphone is not allowed. Allow it in the settings of the browser and try again.',
    ja: 'マイクが許可されていません。ブラウザーの設定で許可してから、もう一度お試しください。',
  },
  'wakeWord.problem.busy': {
    en: 'A call or the radio uses the microphone. Try again afterwards.',
    ja: '通話か無線がマイクを使っています。終わってから、もう一度お試しください。',
  },
  'wakeWord.problem.noSound': {
    en: 'The sound of this device did not start. Connect a speaker or headphones, close other apps that use sound and try again.',
    ja: 'この端末で音声を再生できません。スピーカーやイヤホンをつなぎ、音を使っているほかのアプリを閉じて、もう一度お試しください。',
  },
  'wakeWord.problem.failed': {
    en: 'The microphone did not start. Close other apps that use it and try again.',
    ja: 'マイクを使えませんでした。マイクを使っているほかのアプリを閉じて、もう一度お試しください。',
  },
})
