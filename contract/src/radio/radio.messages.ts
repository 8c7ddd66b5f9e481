import { defineMessages } from '../i18n.ts'

/** Texts of the radio chat (specification, sections 2, 4 and 9). */
export const radioMessages = defineMessages({
  'radio.title': { en: 'Radio chat', ja: '無線チャット' },
  'radio.alert.join': { en: 'Join the radio of this alert', ja: 'このアラートの無線に参加' },
  'radio.alert.empty': { en: 'No one is on the radio', ja: '無線には誰もいません' },
  'radio.alert.open': { en: 'To the alert', ja: 'アラートへ' },
  'radio.tab': { en: 'Radio', ja: '無線' },
  'radio.open': { en: 'Radio chat', ja: '無線チャット' },
  'radio.notRunning': { en: 'No radio chat is running', ja: '無線チャットは行われていません' },
  'radio.notRunningNote': {
    en: 'Start one, and the other members hear you live. Each transmission is kept as a message.',
    ja: '始めると、ほかのメンバーに声がそのまま届きます。話した内容はメッセージとして残ります。',
  },
  'radio.ended': { en: 'The radio chat has ended', ja: '無線チャットが終了しました' },
  'radio.loadFailed': { en: 'Couldn’t load the radio chat', ja: '無線チャットを読み込めませんでした' },
  'radio.joinFailed': { en: 'You could not join the radio chat', ja: '無線チャットに参加できませんでした' },
  'radio.onAir': { en: { one: '{count} taking part', other: '{count} taking part' }, ja: '{count}人が参加中' },
  'radio.joining': { en: 'Joining', ja: '参加しています' },
  'radio.history': { en: 'History', ja: '履歴' },
  'radio.historyOf': { en: 'Radio history of {name}', ja: '{name}の無線の履歴' },
  'radio.historyEmpty': { en: 'Nothing has been said yet', ja: 'まだ何も話されていません' },
  'radio.historyFailed': { en: 'Couldn’t load the history', ja: '履歴を読み込めませんでした' },
  'radio.older': { en: 'Show older messages', ja: '前のメッセージを表示' },
  'radio.exit': { en: 'Exit radio chat', ja: '無線チャットから退出' },
  'radio.map': { en: 'Map of the members', ja: 'メンバーの地図' },
  'radio.messages': { en: 'Radio messages', ja: '無線のメッセージ' },
  'radio.people': { en: 'People in the radio chat', ja: '参加者' },
  'radio.you': { en: 'You', ja: '自分' },
  'radio.talking': { en: 'Talking', ja: '送信中' },
  'radio.noMessages': { en: 'Nothing has been said yet', ja: 'まだ何も話されていません' },

  'radio.floor.free': { en: 'The channel is free', ja: '話せます' },
  'radio.floor.mine': { en: 'You are on air', ja: '送信中です' },
  'radio.floor.other': { en: '{name} is speaking', ja: '{name}さんが話しています' },
  'radio.floor.waiting': { en: 'You are number {position} in line', ja: '{position}番目に話せます' },
  'radio.floor.opening': { en: 'The microphone is starting', ja: 'マイクを準備しています' },
  'radio.floor.asking': { en: 'One moment', ja: 'お待ちください' },
  'radio.floor.sending': { en: 'Sending', ja: '送っています' },
  'radio.floor.offline': { en: 'No connection. Please wait', ja: '接続が切れています。お待ちください' },

  'radio.talk.free': { en: 'Hold to talk', ja: '押して話す' },
  'radio.talk.mine': { en: 'Let go to send', ja: '離すと送信' },
  'radio.talk.mineLocked': { en: 'Press to send', ja: '押すと送信' },
  'radio.talk.wait': { en: 'Wait', ja: '待機' },
  'radio.talk.hint': {
    en: 'Hold the button, the space bar or the button of a headset',
    ja: 'ボタン、スペースキー、ヘッドセットのボタンで話せます',
  },
  'radio.alarm.question': {
    en: 'An SOS came in, and you are still talking. Without an answer your talk ends in 10 seconds',
    ja: 'SOSが届きましたが、送信が続いています。何も選ばないと10秒後に送信を終えます',
  },
  'radio.alarm.goOn': { en: 'Keep talking', ja: '話し続ける' },
  'radio.alarm.stop': { en: 'Stop talking', ja: '送信を終える' },
  'radio.bar': { en: 'Radio chat in progress', ja: '進行中の無線チャット' },
  'radio.leave': { en: 'Leave', ja: '退出' },

  'radio.lock': { en: 'Talk without holding', ja: '押さずに話す' },
  'radio.preempt': { en: 'Interrupt and talk', ja: '割り込んで話す' },
  'radio.microphoneOpen': { en: 'Microphone is on', ja: 'マイク オン' },
  'radio.microphoneNote': {
    en: 'Nothing is sent until you talk',
    ja: '話すまで何も送られません',
  },

  'radio.notice.noSpeech': { en: 'No speech was heard. Nothing was sent', ja: '声が聞こえませんでした。何も送られていません' },
  'radio.notice.silent': {
    en: 'Your microphone gives no sound. Nothing was sent',
    ja: 'マイクの音が入っていません。何も送られていません',
  },
  'radio.notice.unplugged': {
    en: 'The microphone was disconnected. The part until then is kept',
    ja: 'マイクが外れました。それまでに話した内容は残っています',
  },
  'radio.notice.taken': {
    en: 'A call uses the microphone now. The part until then is kept',
    ja: '通話がマイクを使っています。それまでに話した内容は残っています',
  },
  'radio.notice.alarm': {
    en: 'An SOS came in, so your talk ended. The part until then is kept',
    ja: 'SOSが届いたため送信を終えました。それまでに話した内容は残っています',
  },
  'radio.notice.timeUp': {
    en: 'Time is up: one minute at a time. What you said is kept',
    ja: '1回に話せるのは1分までです。話した内容は残っています',
  },
  'radio.notice.preempted': {
    en: '{name} interrupted you. What you said is kept',
    ja: '{name}さんが割り込みました。話した内容は残っています',
  },
  'radio.notice.lost': {
    en: 'The connection was interrupted. The part that arrived is kept',
    ja: '接続が途切れました。届いた分は残っています',
  },
  'radio.notice.failed': { en: 'You could not talk. Try again', ja: '送信できませんでした。もう一度お試しください' },
  'radio.problem.denied': {
    en: 'The microphone is not allowed. Allow it in the browser to talk. Nothing was sent',
    ja: 'マイクが許可されていません。話すにはブラウザーで許可してください。何も送られていません',
  },
  'radio.problem.missing': {
    en: 'No microphone was found. Nothing was sent',
    ja: 'マイクが見つかりません。何も送られていません',
  },
  'radio.problem.busy': {
    en: 'A call uses the microphone. Nothing was sent',
    ja: '通話がマイクを使っています。何も送られていません',
  },
  'radio.problem.noSound': {
    en: 'The sound of this device did not start. Connect a speaker or headphones, close other apps that use sound, and press again. Nothing was sent',
    ja: 'この端末で音声を再生できません。スピーカーやイヤホンをつなぎ、音を使っているほかのアプリを閉じて、もう一度押してください。何も送られていません',
  },
  'radio.problem.failed': {
    en: 'The microphone did not start. Nothing was sent',
    ja: 'マイクを使えませんでした。何も送られていません',
  },
  'radio.insecure': {
    en: 'On this page you can read and replay. Talking and live sound need a secure page.',
    ja: 'このページでは、文字を読むことと再生ができます。話すことと音声をそのまま聞くことには、安全なページが必要です。',
  },
  'radio.cannotTalk': {
    en: 'This browser can listen only. To say something, send a voice message in the chat.',
    ja: 'このブラウザーでは聞くことだけできます。伝えたいことは、会話で音声メッセージとして送ってください。',
  },
  'radio.recordsOnly': {
    en: 'This browser sends recordings: the others hear you when you let go.',
    ja: 'このブラウザーは録音を送ります。話し終えると、ほかのメンバーが聞けます。',
  },
  'radio.openChat': { en: 'Open chat', ja: '会話を開く' },
  'radio.enableSound': { en: 'Enable sound', ja: '音を出す' },
  'radio.soundFailed': {
    en: 'Live sound did not start. Messages can be replayed.',
    ja: '音声をそのまま聞けません。メッセージは再生できます。',
  },
  'radio.notShared': { en: 'Your location is not shared', ja: '自分の位置情報は共有されていません' },

  'radio.draft': { en: 'Listening', ja: '認識中' },
  'radio.draftEmpty': { en: 'Speaking…', ja: '話しています…' },
  'radio.play': { en: 'Play {length} by {name}', ja: '{name}さんの録音を再生 {length}' },
  'radio.playOwn': { en: 'Play {length} by you', ja: '自分の録音を再生 {length}' },
  'radio.pause': { en: 'Pause', ja: '一時停止' },
  'radio.faster': { en: 'Play 1.5 times faster', ja: '1.5倍速で再生' },
  'radio.playFailed': { en: 'The recording could not be played', ja: '録音を再生できませんでした' },
  'radio.said': { en: '{name}: {text}', ja: '{name}：{text}' },

  'radio.incoming': { en: 'Incoming radio chat', ja: '無線チャットが始まりました' },
  'radio.incomingBy': { en: '{name} started it', ja: '{name}さんが始めました' },
  'radio.accept': { en: 'Accept', ja: '参加する' },
  'radio.ignore': { en: 'Ignore', ja: '無視する' },

  'radio.listEmpty': { en: 'No radio chats yet', ja: '無線チャットはまだありません' },
  'radio.listEmptyTip': {
    en: 'Open a chat and press the radio button.',
    ja: '会話を開いて、無線のボタンを押してください。',
  },
  'radio.listFailed': { en: 'Couldn’t load the radio chats', ja: '無線チャットを読み込めませんでした' },
  'radio.running': { en: 'Running now', ja: '実施中' },
  'radio.recording': { en: 'Recording', ja: '録音' },
})
