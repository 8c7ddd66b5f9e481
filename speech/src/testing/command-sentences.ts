// cspell:disable -- names of people

import type { Contact } from '@noroshi/contract/hands-free/contacts'
import type { Language } from '@noroshi/contract/i18n'

/** Spoken commands and other speech, with the contacts that the commands name. */
export interface CommandSentences {
  readonly contacts: readonly Contact[]
  /** Sentences and their commands: the kind and the id of the contact. */
  readonly commands: Readonly<Record<string, string>>
  /** Sentences that are no commands. */
  readonly ordinary: readonly string[]
}

const person = (id: string, first: string, last: string, ...readings: string[]): Contact => ({
  id,
  names: [first, last].filter(Boolean),
  readings,
})
const lines = (text: string): string[] => text.trim().split(/\s*\n\s*/)

/** The sentences that set the confidence of a command. */
export const TUNING: Readonly<Record<Language, CommandSentences>> = {
  en: {
    contacts: [
      person('kenji', 'Kenji', 'Tanaka'),
      person('maria', 'Maria', 'Lopez'),
      person('john', 'John', 'Smith'),
      person('priya', 'Priya', 'Sharma'),
      person('ahmed', 'Ahmed', 'Hassan'),
      person('emily', 'Emily', 'Brown'),
      person('kenta', 'Kenta', ''),
      person('robert', 'Robert', ''),
      person('yuki', 'Yuki', 'Sato'),
      person('anna', 'Anna', ''),
      person('team', 'River Team', ''),
      person('watch', 'Fire Watch', ''),
    ],
    commands: {
      'call Kenji Tanaka': 'call kenji',
      'call John Smith': 'call john',
      'phone Maria Lopez': 'call maria',
      'ring Emily Brown': 'call emily',
      'call Priya Sharma': 'call priya',
      'call Ahmed': 'call ahmed',
      'call Kenta': 'call kenta',
      'phone Robert': 'call robert',
      'call Yuki Sato': 'call yuki',
      'call fire watch': 'call watch',
      'ring Anna': 'call anna',
      'message Anna': 'message anna',
      'message Ahmed Hassan': 'message ahmed',
      'text Robert': 'message robert',
      'send a message to Priya Sharma': 'message priya',
      'message John Smith the road is closed': 'message john',
      'send a message to River Team we need water': 'message team',
      'tell Maria Lopez I am on my way': 'message maria',
      'text Yuki Sato please bring the keys': 'message yuki',
      'S O S': 'sos',
      'send an S O S': 'sos',
      emergency: 'sos',
      'raise an alarm': 'sos',
      'send an alert': 'sos',
      radio: 'asrChat',
      'start the radio': 'asrChat',
      'start radio chat': 'asrChat',
      'open the radio': 'asrChat',
      'radio River Team': 'asrChat team',
      'start radio chat with Emily Brown': 'asrChat emily',
      'read my messages': 'readMessages',
      'show my messages': 'readMessages',
      yes: 'confirm',
      'yes please': 'confirm',
      confirm: 'confirm',
      'send it': 'confirm',
      cancel: 'stop',
      stop: 'stop',
      'stop listening': 'stop',
      no: 'stop',
      'never mind': 'stop',
      'do not send': 'stop',
    },
    ordinary: lines(`
      the weather is nice today and we went to the market
      I think the meeting starts at nine
      could you pass me the salt please
      she said the train was late again
      my brother has two dogs and a cat
      what did you eat for lunch
      turn left at the second corner
      we should paint the kitchen blue
      the children are playing in the garden
      thank you very much
      I heard it on the radio yesterday
      there was no one at the station
      good morning everyone
      how are you doing today
      I do not know what he wants
      let us go home now
      it is raining outside
      where did you put my glasses
      he called me last night around ten
      please call me when you get home
      they sent a letter to the school
      I got a message from my sister
      the emergency room was full all night
      turn the radio down a little
      we stopped at the gas station
      no one told me about the party
      yes I saw him at the office yesterday
      never say that again
      I want to cancel my dentist appointment
      can you send the package tomorrow
      John and Maria went to the beach
      my friend Anna plays the piano
      Robert fixed the fence on Sunday
      I met Emily at the library
      the Brown family moved to Texas
      Kenji likes to swim in the river
      the river is higher than last year
      a fire truck passed our house
      I watched a movie about a shipwreck
      the team won three games in a row
      dinner will be ready in ten minutes
      this soup needs more pepper
      the bus leaves every half hour
      I forgot my umbrella at work
      do you have any change for the machine
      our neighbour bought a new car
      the baby slept all afternoon
      put the boxes on the table
      I read a good book about ships
      she reads the newspaper every morning
      the alarm clock did not ring today
      alarm bells are ringing in the tower
      the phone is on the kitchen table
      my phone number has changed
      what a beautiful ring you have
      the text was too small to read
      he sends his regards to your mother
      they opened the windows to let in air
      start the car before it gets cold
      the show starts at eight
      listen to the birds
      mind the step at the door
      is there any coffee left
      I would like a glass of water
      we need to buy bread and milk
      the road was closed because of snow
      a tree fell on the power line
      stay away from the window
      the doctor will see you soon
      keep the door closed please
      I am tired and I want to sleep
      that was a very long meeting
      how much does this cost
      the printer is out of paper
      who is going to drive tonight
      we have known each other for years
      the dog barked at the mailman
      it takes an hour to get there
      her birthday is in October
      my shoes are wet
      I will be back in a minute
      maybe we can go next week
      that is not what I meant
      the lights went out for an hour
      look at the stars tonight
      this is the best cake I ever had
      the river team practises on Saturday mornings
      he is a member of the fire brigade
      everybody was calling at the same time
      nobody answered the phone
      my mother told me a story
      tell me about your holiday
      text books are expensive
      the message on the wall was strange
      confirm your address with the bank by Friday
      the flight was cancelled because of fog
      there is no sugar in my tea
      yesterday we walked along the coast
      it was an emergency landing
      so I said to him that it was fine
      send my love to your parents
      radio waves travel at the speed of light
    `),
  },
  ja: {
    contacts: [
      person('tanaka', '健二', '田中', 'けんじ', 'たなか'),
      person('sato', '', '佐藤', 'さとう'),
      person('suzuki', '花子', '鈴木', 'はなこ', 'すずき'),
      person('takahashi', '', '高橋', 'たかはし'),
      person('watanabe', '', '渡辺', 'わたなべ'),
      person('yamamoto', '', '山本', 'やまもと'),
      person('brigade', '', '消防団', 'しょうぼうだん'),
      person('sasaki', '', '佐々木', 'ささき'),
      person('ito', '', '伊藤', 'いとう'),
      person('maria', 'マリア', '', 'まりあ'),
    ],
    commands: {
      田中健二に電話: 'call tanaka',
      佐藤さんに電話して: 'call sato',
      鈴木花子さんに電話をかけて: 'call suzuki',
      高橋さんに電話: 'call takahashi',
      渡辺に電話して: 'call watanabe',
      消防団に電話: 'call brigade',
      マリアに電話: 'call maria',
      山本さんに電話をかけて: 'call yamamoto',
      伊藤さんに電話して: 'call ito',
      山本さんにメッセージ: 'message yamamoto',
      佐々木さんにメッセージを送って: 'message sasaki',
      伊藤にメッセージ: 'message ito',
      マリアちゃんにメッセージを送って: 'message maria',
      田中さんにメッセージ: 'message tanaka',
      エスオーエス: 'sos',
      エスオーエスを送って: 'sos',
      助けて: 'sos',
      緊急事態: 'sos',
      無線: 'asrChat',
      無線を開いて: 'asrChat',
      無線チャット: 'asrChat',
      山本さんと無線: 'asrChat yamamoto',
      消防団に無線: 'asrChat brigade',
      メッセージを読んで: 'readMessages',
      メッセージを読み上げて: 'readMessages',
      メッセージを見せて: 'readMessages',
      お願いします: 'confirm',
      そうです: 'confirm',
      はい: 'confirm',
      はいお願いします: 'confirm',
      キャンセル: 'stop',
      いいえ: 'stop',
      やめて: 'stop',
      やめてください: 'stop',
      止めて: 'stop',
      ストップ: 'stop',
    },
    ordinary: lines(`
      今日はとても良い天気ですね
      明日の会議は九時からです
      昨日は魚を食べました
      駅まで歩いて十分です
      子供たちは公園で遊んでいます
      新しい本を買いました
      ありがとうございます
      窓を閉めてもいいですか
      来週は京都へ行きます
      猫が二匹います
      電話番号を忘れました
      ラジオで音楽を聞きました
      おはようございます
      お元気ですか
      今何時ですか
      どこへ行くんですか
      昨日の夜十時に電話がありました
      電話が鳴っていますよ
      母に手紙を送りました
      メッセージが届いていました
      無線の免許を取りました
      緊急の会議が開かれました
      助けてくれてありがとう
      バスが止まりました
      予約をキャンセルしたいのですが
      はいそれは私の傘です
      いいえまだ食べていません
      そうですねもう少し考えます
      お願いがあるんですが
      田中さんは東京に住んでいます
      佐藤さんと一緒に出かけました
      鈴木さんの車は赤いです
      山本先生は厳しい人です
      マリアはスペインから来ました
      消防団の訓練は日曜日です
      渡辺さんはもう帰りました
      伊藤さんのお母さんは医者です
      高橋君はサッカーが上手です
      川の水が増えています
      火事が起きたそうです
      地震で棚が倒れました
      停電は一時間続きました
      道が雪で通れません
      避難所はどこですか
      水と食べ物が足りません
      夕飯はカレーにしましょう
      このりんごは甘いです
      洗濯物を取り込んでください
      テレビを消してください
      電気を付けてもらえますか
      ゴミの日は火曜日です
      財布をなくしました
      切符を二枚ください
      この道をまっすぐ行ってください
      次の角を右に曲がります
      会社は駅の近くです
      父は毎朝新聞を読みます
      弟は大学で英語を習っています
      犬の散歩に行ってきます
      風邪を引いてしまいました
      薬を飲んで寝ます
      病院は混んでいました
      誕生日おめでとう
      夏休みに海へ行きたいです
      桜がきれいに咲いています
      秋は紅葉が美しいです
      山の上は寒かったです
      写真をたくさん撮りました
      映画は面白かったです
      ピアノを弾くのが好きです
      料理が得意です
      パンと牛乳を買ってきて
      コーヒーを一杯いかがですか
      少し疲れました
      早く寝た方がいいですよ
      鍵を閉めましたか
      荷物が重いです
      靴が濡れてしまいました
      もう一度言ってください
      よく分かりません
      ちょっと待ってください
      また明日会いましょう
      遅れてすみません
      もうすぐ着きます
      誰が運転しますか
      駐車場はいっぱいです
      飛行機は三時に着きます
      宿題は終わりましたか
      先生に聞いてみます
      祖母は八十歳です
      隣の家が引っ越しました
      おもちゃを片付けなさい
      お風呂が沸きました
      傘を持って行きなさい
      星がよく見えます
      その話は聞いたことがあります
      彼は何も言いませんでした
      みんなで歌を歌いました
      銀行は三時に閉まります
      お釣りは要りません
    `),
  },
}

/** The sentences that measure. Nothing is set by them, and they share no name with the others. */
export const HELD_OUT: Readonly<Record<Language, CommandSentences>> = {
  en: {
    contacts: [
      person('olivia', 'Olivia', 'Carter'),
      person('david', 'David', 'Nguyen'),
      person('fatima', 'Fatima', 'Khan'),
      person('hiroshi', 'Hiroshi', 'Yamada'),
      person('grace', 'Grace', 'Wilson'),
      person('carlos', 'Carlos', 'Ramirez'),
      person('sophie', 'Sophie', ''),
      person('daniel', 'Daniel', ''),
      person('aisha', 'Aisha', 'Patel'),
      person('thomas', 'Thomas', 'Miller'),
      person('rescue', 'Rescue Team', ''),
      person('shelter', 'North Shelter', ''),
    ],
    commands: {
      'call Olivia Carter': 'call olivia',
      'call David Nguyen': 'call david',
      'phone Fatima Khan': 'call fatima',
      'ring Hiroshi Yamada': 'call hiroshi',
      'call Grace': 'call grace',
      'call Carlos Ramirez': 'call carlos',
      'phone Sophie': 'call sophie',
      'call Daniel': 'call daniel',
      'call Aisha Patel': 'call aisha',
      'ring Thomas Miller': 'call thomas',
      'call rescue team': 'call rescue',
      'call North Shelter': 'call shelter',
      'message Sophie': 'message sophie',
      'message Grace Wilson': 'message grace',
      'text Daniel': 'message daniel',
      'send a message to Olivia Carter': 'message olivia',
      'message Thomas Miller the bridge is open again': 'message thomas',
      'send a message to rescue team two people are hurt': 'message rescue',
      'tell Carlos Ramirez we are at the school': 'message carlos',
      'text Fatima Khan I am safe': 'message fatima',
      'S O S': 'sos',
      'send an S O S': 'sos',
      emergency: 'sos',
      'raise an alarm': 'sos',
      'send an alert': 'sos',
      radio: 'asrChat',
      'start the radio': 'asrChat',
      'start radio chat': 'asrChat',
      'open the radio': 'asrChat',
      'radio North Shelter': 'asrChat shelter',
      'start radio chat with David Nguyen': 'asrChat david',
      'read my messages': 'readMessages',
      'read the messages': 'readMessages',
      'show my messages': 'readMessages',
      yes: 'confirm',
      'yes please': 'confirm',
      confirm: 'confirm',
      'send it': 'confirm',
      cancel: 'stop',
      stop: 'stop',
      'stop listening': 'stop',
      'stop it': 'stop',
      no: 'stop',
      'never mind': 'stop',
      'do not send': 'stop',
    },
    ordinary: lines(`
      the sun comes up at half past five
      we had fish and rice for supper
      my uncle works at the harbour
      have you seen the new bridge
      I lost my wallet on the bus
      good evening and welcome
      nice to meet you
      I am sorry I am late
      see you on Friday
      what time is it
      that sounds like a good idea
      I have no idea where he is
      the shop on the corner is closed
      two tickets to the city please
      she bought a green coat last winter
      let me think about it for a while
      call it a day and go to bed
      did anybody call while I was out
      the call lasted almost an hour
      he never calls his parents
      I will call you back after dinner
      the message was not very clear
      she left a message on the machine
      I received forty messages this morning
      could you text me the address
      the text of the song is very old
      we heard the news on the radio
      this radio needs new batteries
      radio stations play the same songs
      in an emergency you should break the glass
      the emergency exit is behind the stage
      the ship sent out an S O S a hundred years ago
      an alarm went off in the building
      raise your hand if you know the answer
      send the bill to my office
      he sent flowers to his wife
      they were sending boxes to Africa
      stop worrying about the weather
      the bus stop is across the street
      we could not stop laughing
      the concert was cancelled at short notice
      you can cancel the order within a week
      yes we have rooms for tonight
      yes that is exactly what I thought
      no it is not far from here
      no thank you I have already eaten
      never put water on burning oil
      I do not mind if you open the window
      please read the instructions carefully
      reading is my favourite hobby
      show me your new pictures
      the show was over before midnight
      listening to music helps me to sleep
      confirm the date with your teacher tomorrow
      Olivia lives near the old church
      David forgot his lunch again
      Grace and Thomas got married in June
      Daniel is taller than his father
      Sophie has a cold this week
      I saw Carlos at the football game
      Fatima teaches mathematics in the evening
      the Millers have three children
      Carter was elected president
      the north wind is very cold
      the shelter has room for sixty cats
      the rescue of the miners took a week
      our team lost the final match
      the fire started in the kitchen
      the flood destroyed many houses
      the earthquake lasted twenty seconds
      is the water safe to drink
      we are staying with my grandparents
      bring warm clothes and a blanket
      the nurse will change the bandage
      his leg is broken in two places
      how many people live in this town
      the museum is free on Sundays
      I cannot find my keys anywhere
      she speaks Spanish and a little Greek
      the lake is frozen in winter
      please wash your hands before lunch
      my computer is very slow today
      the cat is sleeping on the sofa
      do you take milk in your tea
      the river flows into the sea
      he broke the window with a ball
      it is too dark to see anything
      the police closed the street
      I need a pair of scissors
      could you hold this for a moment
      our train leaves from platform four
      there are apples in the basket
      my back hurts when I sit too long
      the teacher wrote it on the board
      wait for me at the entrance
      we walked until our feet were sore
      the forecast says it will clear up
      a bird built its nest in our roof
      I would rather stay at home
      the soup is getting cold
      it does not matter any more
      ask your sister to help you
      this street is always noisy
      sorry I did not hear what you said
      phone lines are down in the valley
      the phone rang but it was a wrong number
    `),
  },
  ja: {
    contacts: [
      person('kobayashi', '美咲', '小林', 'みさき', 'こばやし'),
      person('nakamura', '', '中村', 'なかむら'),
      person('kato', '大輔', '加藤', 'だいすけ', 'かとう'),
      person('yoshida', '', '吉田', 'よしだ'),
      person('yamada', '', '山田', 'やまだ'),
      person('matsumoto', '', '松本', 'まつもと'),
      person('council', '', '町内会', 'ちょうないかい'),
      person('kimura', '', '木村', 'きむら'),
      person('inoue', '', '井上', 'いのうえ'),
      person('emma', 'エマ', '', 'えま'),
    ],
    commands: {
      小林美咲に電話: 'call kobayashi',
      中村さんに電話して: 'call nakamura',
      加藤大輔さんに電話をかけて: 'call kato',
      吉田さんに電話: 'call yoshida',
      山田に電話して: 'call yamada',
      町内会に電話: 'call council',
      エマに電話: 'call emma',
      松本さんに電話をかけて: 'call matsumoto',
      井上さんに電話して: 'call inoue',
      松本さんにメッセージ: 'message matsumoto',
      木村さんにメッセージを送って: 'message kimura',
      井上にメッセージ: 'message inoue',
      エマちゃんにメッセージを送って: 'message emma',
      小林さんにメッセージ: 'message kobayashi',
      エスオーエス: 'sos',
      エスオーエスを送って: 'sos',
      助けて: 'sos',
      緊急事態: 'sos',
      無線: 'asrChat',
      無線を開いて: 'asrChat',
      無線チャット: 'asrChat',
      中村さんと無線: 'asrChat nakamura',
      町内会に無線: 'asrChat council',
      メッセージを読んで: 'readMessages',
      メッセージを読み上げて: 'readMessages',
      メッセージを見せて: 'readMessages',
      お願いします: 'confirm',
      そうです: 'confirm',
      はい: 'confirm',
      はいお願いします: 'confirm',
      キャンセル: 'stop',
      いいえ: 'stop',
      やめて: 'stop',
      やめてください: 'stop',
      止めて: 'stop',
      ストップ: 'stop',
    },
    ordinary: lines(`
      こんにちは
      初めまして
      失礼します
      いただきます
      行ってらっしゃい
      今日は暑いですね
      午後から雨が降るそうです
      雪がたくさん積もりました
      風が強くて歩けません
      台風が近づいています
      津波の心配はありません
      余震が続いています
      橋が壊れて渡れません
      怪我をした人はいますか
      水道が止まっています
      電車は動いていません
      救急車が来ました
      消防車の音が聞こえます
      警察に届けました
      家族はみんな無事です
      毛布を三枚ください
      体育館に集まってください
      電話に出られませんでした
      電話を買い替えました
      あとで電話します
      誰かから電話がありましたか
      メッセージは短い方がいいです
      留守番のメッセージを聞きました
      荷物を送ってもらいました
      友達を駅まで送って行きました
      無線の機械が壊れました
      ラジオのニュースを聞きましょう
      緊急の時はこの箱を開けます
      緊急地震速報が鳴りました
      友達に助けてもらいました
      助け合うことが大切です
      エスカレーターは故障中です
      はい分かりました
      はい元気です
      いいえ違います
      いいえ結構です
      そうですか知りませんでした
      そうですね明日にしましょう
      旅行はキャンセルになりました
      タバコをやめました
      会社をやめることにしました
      車を止めてもいいですか
      音楽を止めてくれますか
      お願いだから静かにして
      中村さんは背が高いです
      小林さんの家は遠いです
      加藤さんは昨日休みました
      吉田さんはお茶が好きです
      山田さんに会いましたか
      松本は長野県にあります
      木村さんは歌が上手です
      井上さんから本を借りました
      エマは日本語を話します
      町内会のお祭りは来月です
      美咲は絵を描いています
      大輔は野球部です
      朝ご飯を食べましたか
      昼は蕎麦にします
      この魚は新しいです
      塩を少し入れてください
      お茶を入れましょうか
      冷蔵庫に卵があります
      皿を洗ってください
      部屋を掃除しました
      布団を干しました
      時計が遅れています
      眼鏡が見つかりません
      新しい服が欲しいです
      この靴はいくらですか
      カードで払えますか
      郵便局は何時までですか
      図書館で勉強します
      英語の試験があります
      数学は難しいです
      息子は来年小学校に入ります
      娘は看護師です
      祖父は畑で働いています
      兄は東京で暮らしています
      結婚式は六月です
      髪を切りました
      歯が痛いです
      熱が三十八度あります
      目が疲れました
      階段に気を付けて
      左側を歩いてください
      信号を渡って右です
      橋の向こうに学校があります
      船で島へ渡りました
      温泉に入りたいです
      花火がきれいでした
      鳥が鳴いています
      庭に花を植えました
      月が明るいです
      夢を見ました
      早く春が来るといいな
      心配しないでください
      何でもありません
    `),
  },
}
