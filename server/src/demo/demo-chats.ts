import type { DemoName } from './people.ts'
import type { SceneName } from './scenes.ts'

interface DemoLine {
  readonly by: DemoName
  readonly text: string
  /** Minutes before the start of the demo. */
  readonly minutesAgo: number
  readonly photos?: readonly SceneName[]
}

interface DemoChat {
  readonly lines: readonly DemoLine[]
  /** Members who have seen all messages. Another member has seen the messages up to their own last one. */
  readonly seenBy: readonly DemoName[]
}

interface DemoPersonal extends DemoChat {
  /** The first one started the chat. */
  readonly people: readonly [DemoName, DemoName]
  readonly blockedBy?: DemoName
}

interface DemoGroup extends DemoChat {
  readonly name: string
  readonly description: string
  /** The first member is the admin. */
  readonly members: readonly [DemoName, ...DemoName[]]
}

export const groupChats: readonly DemoGroup[] = [
  {
    name: '若葉夜回り Night watch',
    description: '毎晩8時に会館前。Every evening at eight, in front of the hall.',
    members: ['haruka', 'kenji', 'emma', 'takashi', 'rin', 'sota'],
    lines: [
      { by: 'haruka', text: '今夜の夜回りは20時に会館前です。懐中電灯をお願いします。', minutesAgo: 1500 },
      { by: 'emma', text: 'I will bring two torches and the thermos. Same route as last week?', minutesAgo: 1490 },
      { by: 'haruka', text: 'Yes, the same. 川沿いは足元に気をつけてください。', minutesAgo: 1486 },
      { by: 'takashi', text: '石段の街灯が一つ切れています。市役所に連絡しました。', minutesAgo: 1390 },
      { by: 'rin', text: '助かります！', minutesAgo: 1384 },
      { by: 'kenji', text: '昨日の帰りに撮りました。きれいでした。', minutesAgo: 640, photos: ['dawn'] },
      { by: 'emma', text: 'Beautiful. Please pin this one on the board in the hall.', minutesAgo: 612 },
      { by: 'sota', text: '今夜は部活のあとで、10分くらい遅れます。', minutesAgo: 64 },
      { by: 'haruka', text: '大丈夫ですよ。待っています。', minutesAgo: 58 },
      { by: 'takashi', text: '雨が強くなってきました。今夜は中止にしませんか。', minutesAgo: 31 },
      { by: 'emma', text: 'I agree. The river path is already slippery.', minutesAgo: 29 },
    ],
    seenBy: ['emma', 'takashi', 'kenji'],
  },
  {
    name: 'Rice and vegetables 米と野菜',
    description: 'Ordering together from the farm in Akiu. 秋保の農園から共同購入。',
    members: ['emma', 'haruka', 'daniel', 'ana', 'minh', 'mei'],
    lines: [
      { by: 'emma', text: 'The farm has new rice. 5 kg for 2,400 yen. Who wants some by Saturday?', minutesAgo: 2900 },
      { by: 'ana', text: 'One bag for us, please. And daikon if there is any.', minutesAgo: 2870 },
      { by: 'mei', text: 'うちは2袋お願いします。', minutesAgo: 2850 },
      { by: 'daniel', text: 'Two bags. I can drive on Saturday morning.', minutesAgo: 2790 },
      { by: 'emma', text: 'Thank you Daniel! 土曜の朝9時に会館前でお渡しします。', minutesAgo: 2780 },
      { by: 'minh', text: 'Is it too late? One bag, if possible.', minutesAgo: 210 },
    ],
    seenBy: ['emma', 'ana', 'mei', 'daniel'],
  },
  {
    name: '秋祭り準備',
    description: '提灯と屋台の担当表',
    members: ['kenji', 'haruka', 'kazuo', 'rin', 'mei', 'sota'],
    lines: [
      { by: 'kenji', text: '提灯は20個そろいました。倉庫にあります。', minutesAgo: 4300 },
      { by: 'kazuo', text: '去年の電球が使えるか、明日見てみます。', minutesAgo: 4220 },
      { by: 'mei', text: '焼きそばの材料、見積もりをもらってきました。', minutesAgo: 2950 },
      { by: 'rin', text: 'ポスターができました！会館に貼っていいですか。', minutesAgo: 1320, photos: ['hall'] },
      { by: 'kenji', text: 'いいですね。ぜひお願いします。', minutesAgo: 1310 },
    ],
    seenBy: ['kenji', 'haruka', 'kazuo', 'rin', 'mei', 'sota'],
  },
]

export const personalChats: readonly DemoPersonal[] = [
  {
    people: ['haruka', 'kenji'],
    lines: [
      { by: 'haruka', text: '倉庫の鍵、明日の朝お借りできますか。', minutesAgo: 1560 },
      { by: 'kenji', text: 'はい。8時には会館にいます。', minutesAgo: 1552 },
      { by: 'haruka', text: 'ありがとうございます。', minutesAgo: 1550 },
      { by: 'kenji', text: '発電機の燃料も入れておきました。', minutesAgo: 75 },
      { by: 'kenji', text: '予備は棚の下です。', minutesAgo: 74 },
    ],
    seenBy: ['kenji'],
  },
  {
    people: ['emma', 'haruka'],
    lines: [
      { by: 'emma', text: 'Could you check my Japanese on the notice about the water outage?', minutesAgo: 820 },
      { by: 'haruka', text: 'もちろん！「断水」の時間だけ、太字にしましょう。', minutesAgo: 801 },
      { by: 'emma', text: 'Done. Thank you, it reads much better now.', minutesAgo: 790 },
    ],
    seenBy: ['emma', 'haruka'],
  },
  {
    people: ['minh', 'haruka'],
    lines: [{ by: 'minh', text: 'はじめまして、ミンです。防災訓練に参加したいです。いつですか。', minutesAgo: 130 }],
    seenBy: ['minh'],
  },
  {
    people: ['ana', 'emma'],
    lines: [
      { by: 'ana', text: 'The children left a red umbrella in the hall. Did you see it?', minutesAgo: 400 },
      { by: 'emma', text: 'It is drying behind the stage. I will keep it for you.', minutesAgo: 388 },
    ],
    seenBy: ['ana', 'emma'],
  },
  {
    people: ['daniel', 'rin'],
    lines: [
      { by: 'daniel', text: 'Hello Rin, I sell water filters. 30 % off for neighbours, today only!', minutesAgo: 3100 },
      { by: 'rin', text: 'いりません。ありがとうございます。', minutesAgo: 3090 },
      { by: 'daniel', text: 'Only today! Shall I come by this evening?', minutesAgo: 3088 },
    ],
    seenBy: ['daniel', 'rin'],
    blockedBy: 'rin',
  },
]
