import { defineMessages } from '../i18n.ts'

/** Texts of the guide of the first hour, of its card on home, and of what it sends and creates. */
export const setupMessages = defineMessages({
  'setup.title': { en: 'The first hour', ja: '最初の1時間' },
  'admin.area.guide': { en: 'Step by step until every phone rings', ja: '全員の端末が鳴るまでの手順' },
  'setup.intro': {
    en: 'Each step checks itself. You can stop at any time and continue later.',
    ja: '各ステップは自動で確認されます。途中でやめて、後から続けられます。',
  },
  'setup.progress': { en: '{done} of {count} done', ja: '{count}件中{done}件が完了' },
  'setup.next': { en: 'Next: {step}', ja: '次：{step}' },
  'setup.continue': { en: 'Continue', ja: '続ける' },
  'setup.allDone': { en: 'All steps are done.', ja: 'すべてのステップが完了しました。' },
  'setup.loadFailed': { en: 'Couldn’t load the steps', ja: 'ステップを読み込めませんでした' },
  'setup.old': {
    en: 'The server is being updated. The steps appear when it is done.',
    ja: 'サーバーを更新しています。終わるとステップが表示されます。',
  },
  'setup.state.done': { en: 'Done', ja: '完了' },
  'setup.state.confirmed': { en: 'Left as it is', ja: 'このままにする' },
  'setup.state.open': { en: 'Not done yet', ja: '未完了' },
  'setup.state.unknown': { en: 'Not known yet', ja: 'まだ不明' },
  'setup.confirm': { en: 'Leave it as it is', ja: 'このままでよい' },
  'setup.confirmOf': { en: 'Leave it as it is: {item}', ja: 'このままでよい：{item}' },
  'setup.dismiss': { en: 'Hide on home', ja: 'ホームに表示しない' },
  'setup.show': { en: 'Show on home', ja: 'ホームに表示する' },
  'setup.dismissConfirm': {
    en: 'Hide it on home for all administrators?',
    ja: 'すべての管理者のホームで非表示にしますか？',
  },
  'setup.dismissNote': {
    en: 'It stays under Administration, The first hour.',
    ja: '「管理」の「最初の1時間」からいつでも開けます。',
  },

  'setup.unitName': { en: 'Give it a name', ja: '名前を付ける' },
  'setup.unitName.why': {
    en: 'Everyone sees it on home, such as the name of your town, hall or shelter.',
    ja: '町や会館、避難所の名前など、ホームで全員に表示されます。',
  },
  'setup.unitName.open': { en: 'It still has the name of the app.', ja: 'まだアプリの名前のままです。' },
  'setup.unitName.done': { en: 'Its name is {name}.', ja: '名前は「{name}」です。' },
  'setup.name': { en: 'Name', ja: '名前' },

  'setup.location': { en: 'Show where you are', ja: '場所を選ぶ' },
  'setup.location.why': { en: 'Maps begin there.', ja: '地図を開いたときに最初に表示されます。' },
  'setup.location.open': { en: 'No location is chosen.', ja: '場所はまだ選ばれていません。' },
  'setup.location.done': { en: 'A location is chosen.', ja: '場所は選択済みです。' },
  'setup.location.choose': { en: 'Choose on the map', ja: '地図で選ぶ' },
  'setup.location.use': { en: 'Use this location', ja: 'この場所にする' },

  'setup.language': { en: 'Choose the main language', ja: '主な言語を選ぶ' },
  'setup.language.why': {
    en: 'The example for everyone is written in it. Each person still chooses the language of their screens.',
    ja: '全員に見せる例をこの言語で作ります。画面の言語は、一人ひとりが選べます。',
  },
  'setup.language.open': { en: 'No language is chosen.', ja: '言語はまだ選ばれていません。' },
  'setup.language.done': { en: 'The main language is {language}.', ja: '主な言語は{language}です。' },

  'setup.map': { en: 'Add streets to the map', ja: '地図に道路を追加する' },
  'setup.map.why': {
    en: 'Without them the map shows coasts and towns, but no streets.',
    ja: '追加するまで、地図には海岸線や町だけが表示され、道路は表示されません。',
  },
  'setup.map.open': { en: 'The map has no streets.', ja: '地図に道路がありません。' },
  'setup.map.done': { en: 'The map has streets.', ja: '地図に道路があります。' },
  'setup.map.press': { en: 'Add streets', ja: '道路を追加する' },

  'setup.people': { en: 'Invite people', ja: 'メンバーを招待する' },
  'setup.people.why': {
    en: 'Hang a printed sheet on the wall, or send a link.',
    ja: '案内を印刷して壁に貼るか、リンクを送ります。',
  },
  'setup.people.open': { en: 'Only you have an account.', ja: 'アカウントがあるのはあなただけです。' },
  'setup.people.invited': {
    en: 'A link is waiting. Only you have an account.',
    ja: '招待リンクは有効です。アカウントがあるのはまだあなただけです。',
  },
  'setup.people.done': {
    en: { one: '1 person has an account.', other: '{count} people have an account.' },
    ja: '{count}人がアカウントを持っています。',
  },
  'setup.sheet': { en: 'Print a sheet', ja: '案内を印刷する' },
  'setup.sheet.note': {
    en: 'One page of A4 in Japanese and English, with codes that phones scan and pictures for Android and iPhone.',
    ja: '日本語と英語のA4用紙1枚です。スマートフォンで読み取るコードと、AndroidとiPhoneの絵が載ります。',
  },
  'setup.sheet.wifi': { en: 'Name of the Wi-Fi', ja: 'Wi-Fiの名前' },
  'setup.sheet.passphrase': { en: 'Password of the Wi-Fi', ja: 'Wi-Fiのパスワード' },
  'setup.sheet.notStored': {
    en: 'It is printed on the sheet and stored nowhere.',
    ja: '案内に印刷されるだけで、どこにも保存されません。',
  },
  'setup.sheet.address': { en: 'The sheet leads to {address}', ja: '案内のリンク先：{address}' },
  'setup.sheet.closed': {
    en: 'New accounts need an invitation link. Allow everyone under Administration, Settings, or hand out links.',
    ja: 'アカウントを作るには招待リンクが必要です。「管理」の「設定」で誰でも登録できるようにするか、リンクを渡してください。',
  },
  'setup.sheet.print': { en: 'Print', ja: '印刷する' },
  'setup.people.link': { en: 'Create a link', ja: '招待リンクを作る' },

  'setup.devices': { en: 'Prepare the phones', ja: 'スマートフォンを準備する' },
  'setup.devices.why': {
    en: 'On each phone, a few presses make it ring when someone calls for help.',
    ja: '助けを求める声で鳴るように、1台ずつ設定します。',
  },
  'setup.devices.unknown': {
    en: 'No phone has reported yet. Open Noroshi on a phone and sign in.',
    ja: 'まだどの端末からも報告がありません。スマートフォンでNoroshiを開いてログインしてください。',
  },
  'setup.devices.ready': {
    en: '{ready} of {count} people have a device that rings.',
    ja: '{count}人中{ready}人の端末が鳴る状態です。',
  },
  'setup.devices.unreported': {
    en: { one: 'Of 1 person nothing is known yet.', other: 'Of {count} people nothing is known yet.' },
    ja: '{count}人についてはまだ分かりません。',
  },
  'setup.devices.own': { en: 'Prepare this device', ja: 'この端末を準備する' },
  'setup.devices.press': { en: 'See who is missing', ja: '足りない人を見る' },

  'setup.groupAndFeed': { en: 'Create a group and a feed', ja: 'グループとフィードを作る' },
  'setup.groupAndFeed.why': {
    en: 'The members of a group receive the same alerts. A feed has news for everyone.',
    ja: 'グループのメンバーには同じアラートが届きます。フィードには全員へのお知らせを載せます。',
  },
  'setup.groupAndFeed.done': {
    en: 'There is a group with members, and a feed with a post.',
    ja: 'メンバーのいるグループと、投稿のあるフィードがあります。',
  },
  'setup.groupAndFeed.noGroup': { en: 'There is no group.', ja: 'グループがありません。' },
  'setup.groupAndFeed.noMember': { en: 'The group has no members.', ja: 'グループにメンバーがいません。' },
  'setup.groupAndFeed.noFeed': { en: 'There is no feed.', ja: 'フィードがありません。' },
  'setup.groupAndFeed.noPost': { en: 'The feed has no post.', ja: 'フィードに投稿がありません。' },
  'setup.groupAndFeed.press': { en: 'Create an example', ja: '例を作る' },
  'setup.groupAndFeed.members': { en: 'Add members', ja: 'メンバーを追加' },
  'setup.groupAndFeed.post': { en: 'Write a post', ja: '投稿を書く' },
  'setup.exampleCreated': { en: 'The example was created', ja: '例を作りました' },
  'setup.example.group': { en: 'Night watch (example)', ja: '夜間当番（例）' },
  'setup.example.feed': { en: 'News (example)', ja: 'お知らせ（例）' },
  'setup.example.feedNote': {
    en: 'An example by the guide. Change or delete it.',
    ja: 'ガイドが作った例です。変更や削除ができます。',
  },
  'setup.example.post': {
    en: 'Example: The town hall is open until 20:00 tonight. There is water and power for phones. Change or delete this post.',
    ja: '例：役場は今夜20時まで開いています。飲み水とスマートフォンの充電があります。この投稿は変更や削除ができます。',
  },

  'setup.administrators': { en: 'Choose a second administrator', ja: 'もう一人の管理者を決める' },
  'setup.administrators.why': {
    en: 'So that someone can help when you are away.',
    ja: 'あなたがいないときに対応できる人が必要です。',
  },
  'setup.administrators.open': { en: 'You are the only administrator.', ja: '管理者はあなただけです。' },
  'setup.administrators.done': {
    en: { one: '1 administrator', other: '{count} administrators' },
    ja: '管理者は{count}人です。',
  },
  'setup.administrators.press': { en: 'Choose a person', ja: '人を選ぶ' },

  'setup.backup': { en: 'Turn on the backup', ja: 'バックアップを始める' },
  'setup.backup.why': {
    en: 'Each day it keeps a copy of everything on another disk, in case this computer breaks.',
    ja: 'コンピューターが壊れたときに備えて、毎日すべてのデータの控えを別のディスクに残します。',
  },
  'setup.backup.off': { en: 'It is off.', ja: 'オフです。' },
  'setup.backup.none': { en: 'It is on. The first copy is not made yet.', ja: 'オンです。最初の控えはまだありません。' },
  'setup.backup.failed': { en: 'The last copy failed.', ja: '前回の控えは失敗しました。' },
  'setup.backup.damaged': { en: 'The last copy is damaged.', ja: '前回の控えは壊れています。' },
  'setup.backup.verified': {
    en: 'A copy of {time} is complete. Whether it can be restored is not known yet.',
    ja: '{time}の控えはそろっています。復元できるかどうかはまだ分かりません。',
  },
  'setup.backup.done': {
    en: 'The copy of {time} was restored as a test.',
    ja: '{time}の控えは復元テスト済みです。',
  },
  'setup.backup.press': { en: 'Open the backup', ja: 'バックアップを開く' },

  'setup.drill': { en: 'Hold a drill', ja: '訓練をする' },
  'setup.drill.why': {
    en: 'It shows whose phone rings, and whose does not.',
    ja: '誰の端末が鳴り、誰の端末が鳴らないかが分かります。',
  },
  'setup.drill.none': { en: 'There was no drill yet.', ja: '訓練はまだ行われていません。' },
  'setup.drill.running': {
    en: 'The drill is running. {reached} of {count} rang so far.',
    ja: '訓練中です。これまでに{count}人中{reached}人の端末が鳴りました。',
  },
  'setup.drill.result': { en: '{reached} of {count} rang.', ja: '{count}人中{reached}人の端末が鳴りました。' },
  'setup.drill.alone': { en: 'The drill alerted only you.', ja: '訓練のアラームはあなただけに届きました。' },
  'setup.drill.early': {
    en: 'It was ended early, so some phones may have had too little time.',
    ja: '早めに終了したため、間に合わなかった端末があるかもしれません。',
  },
  'setup.drill.missed': { en: 'Did not ring: {names}', ja: '鳴らなかった人：{names}' },
  'setup.drill.others': { en: { one: '1 other person', other: '{count} other people' }, ja: 'ほか{count}人' },
  'setup.drill.noneMissed': {
    en: 'A later alarm has reached all of them.',
    ja: 'その後のアラームは全員に届きました。',
  },
  'setup.drill.sentAt': { en: 'The steps were sent {time}.', ja: '手順を送った日時：{time}' },
  'setup.drill.start': { en: 'Start a drill', ja: '訓練を始める' },
  'setup.drill.end': { en: 'End the drill', ja: '訓練を終える' },
  'setup.drill.send': {
    en: { one: 'Send this person the steps', other: 'Send these {count} the steps' },
    ja: 'この{count}人に手順を送る',
  },
  'setup.stepsSent': {
    en: { one: 'The steps were sent to 1 person', other: 'The steps were sent to {count} people' },
    ja: '手順を{count}人に送りました',
  },
  'setup.stepsFailed': {
    en: { one: '1 person could not be sent the steps', other: '{count} people could not be sent the steps' },
    ja: '{count}人には手順を送れませんでした',
  },
  'setup.stepsText': {
    en: 'The drill did not ring on your device. Please open {address} on it and follow the steps. It takes a few minutes.',
    ja: '訓練のアラームがあなたの端末で鳴りませんでした。その端末で{address}を開き、手順に沿って設定してください。数分で終わります。',
  },
  'audit.setup.stepsSent': { en: 'Sent the steps after a drill', ja: '訓練のあとに手順を送りました' },
  'error.setup.drillRunning': {
    en: 'The drill is still running. Please wait for its result',
    ja: '訓練中です。結果が出るまでお待ちください',
  },
  'error.setup.otherDrill': {
    en: 'There is a newer drill. Please look at its result',
    ja: '新しい訓練があります。その結果を確認してください',
  },
})
