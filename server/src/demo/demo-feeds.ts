import type { FeedFlags } from '@noroshi/contract/feeds/feed-members.http'
import type { DemoName } from './people.ts'
import type { SceneName } from './scenes.ts'

interface DemoComment {
  readonly by: DemoName
  readonly text: string
  readonly minutesAgo: number
}

interface DemoPost {
  readonly by: DemoName
  readonly text: string
  readonly minutesAgo: number
  readonly photos?: readonly SceneName[]
  readonly location?: readonly [latitude: number, longitude: number]
  readonly likedBy?: readonly DemoName[]
  readonly comments?: readonly DemoComment[]
  /** The review by a moderator. Without it, a post of a moderated feed awaits approval. */
  readonly review?: { readonly by: DemoName; readonly isApproved: boolean; readonly remarks: string; readonly minutesAgo: number }
}

interface DemoFeed {
  readonly name: string
  readonly description: string
  readonly cover: SceneName
  readonly isPublic: boolean
  readonly isOpenToUsers: boolean
  readonly allowsPostByAnyUser: boolean
  readonly location?: readonly [latitude: number, longitude: number]
  readonly members: Partial<Record<DemoName, Partial<FeedFlags>>>
  /** In the order of posting. */
  readonly posts: readonly DemoPost[]
}

/** A feed that all users post in, a moderated feed, and a closed feed. */
export const feeds: readonly DemoFeed[] = [
  {
    name: '広瀬川だより Along the Hirose',
    description:
      '川の様子、道、花の便り。どなたでも投稿できます。\nWater, paths and flowers along the river. Everybody may post.',
    cover: 'river',
    isPublic: true,
    isOpenToUsers: true,
    allowsPostByAnyUser: true,
    location: [38.2561, 140.8652],
    members: { kenji: { canModeratePosts: true, canUpdate: true } },
    posts: [
      {
        by: 'kenji',
        text: '今朝の広瀬川です。水位は平常どおり、遊歩道も全部通れます。',
        minutesAgo: 4200,
        photos: ['dawn'],
        location: [38.2569, 140.8601],
        likedBy: ['haruka', 'emma', 'rin', 'sota'],
        comments: [{ by: 'emma', text: 'What a sky! Was this from the Otamaya bridge?', minutesAgo: 4150 }],
      },
      {
        by: 'emma',
        text: 'The stepping stones below the bridge are slippery with leaves. Please hold on to the children.',
        minutesAgo: 2600,
        location: [38.2541, 140.8668],
        likedBy: ['haruka', 'daniel', 'ana'],
        comments: [
          { by: 'haruka', text: 'ありがとうございます。土曜の清掃のときに落ち葉を集めますね。', minutesAgo: 2540 },
          { by: 'daniel', text: 'I have two rakes to lend.', minutesAgo: 2500 },
        ],
      },
      {
        by: 'takashi',
        text: '昨夜の雨で斜面から土が少し流れています。柵の内側を歩いてください。\nSome soil came down last night. Please stay inside the fence.',
        minutesAgo: 900,
        photos: ['slope'],
        location: [38.2583, 140.8472],
        likedBy: ['haruka', 'kenji', 'yoshiko', 'emma', 'minh', 'mei'],
        comments: [
          { by: 'yoshiko', text: '毎朝通る道です。助かります。', minutesAgo: 870 },
          { by: 'minh', text: 'Is the bus still running up there?', minutesAgo: 820 },
          { by: 'takashi', text: 'バスは通常どおりです。The bus is running.', minutesAgo: 810 },
        ],
      },
      {
        by: 'rin',
        text: '大橋の下にカモの親子がいました！',
        minutesAgo: 180,
        photos: ['river'],
        location: [38.2556, 140.8611],
        likedBy: ['sota', 'ana', 'emma', 'haruka', 'mei'],
        comments: [{ by: 'sota', text: '何羽いた？', minutesAgo: 170 }],
      },
      {
        by: 'daniel',
        text: 'The lamp at the south steps works again.',
        minutesAgo: 45,
        location: [38.2533, 140.8689],
        likedBy: ['takashi'],
      },
    ],
  },
  {
    name: '避難所のお知らせ Shelter news',
    description:
      '開設状況と持ち物。投稿は担当者が確認してから公開します。\nWhat is open and what to bring. Posts are checked before they appear.',
    cover: 'hall',
    isPublic: true,
    isOpenToUsers: true,
    allowsPostByAnyUser: false,
    location: [38.2544, 140.9021],
    members: {
      emma: { canPost: true, canModeratePosts: true },
      kenji: { canPost: true },
      mei: { canPost: true },
      ana: { canPost: true },
    },
    posts: [
      {
        by: 'haruka',
        text: '若葉会館は明日9時から18時まで開いています。毛布と飲み水があります。\nWakaba Hall is open tomorrow from 9 to 18, with blankets and drinking water.',
        minutesAgo: 3000,
        photos: ['hall'],
        location: [38.2544, 140.9021],
        likedBy: ['emma', 'yoshiko', 'ana', 'minh'],
        comments: [
          { by: 'ana', text: 'Can we bring a small dog?', minutesAgo: 2900 },
          { by: 'haruka', text: 'はい、ケージがあれば大丈夫です。Yes, in a cage.', minutesAgo: 2880 },
        ],
      },
      {
        by: 'mei',
        text: '非常持ち出し袋の中身を見直しました。電池とお薬手帳をお忘れなく。',
        minutesAgo: 1500,
        photos: ['kit'],
        likedBy: ['haruka', 'kazuo'],
        review: { by: 'emma', isApproved: true, remarks: 'Thank you, very useful.', minutesAgo: 1440 },
      },
      {
        by: 'kenji',
        text: '東小学校の体育館が満員だと聞きました。',
        minutesAgo: 400,
        review: { by: 'haruka', isApproved: false, remarks: '市に確認しましたが、まだ空きがあるそうです。', minutesAgo: 380 },
      },
      {
        by: 'ana',
        text: 'There will be warm soup at the hall on Sunday at noon. Vegetarian too.',
        minutesAgo: 60,
        location: [38.2546, 140.9025],
      },
    ],
  },
  {
    name: '防災部 Safety committee',
    description: '部員だけの連絡。For the committee alone.',
    cover: 'kit',
    isPublic: false,
    isOpenToUsers: false,
    allowsPostByAnyUser: false,
    members: {
      kenji: { canPost: true, canUpdate: true, canModeratePosts: true, canModerateMembers: true },
      emma: { canPost: true },
      takashi: { canPost: true },
    },
    posts: [
      {
        by: 'haruka',
        text: '12月の訓練の分担です。無線は健司さん、受付はEmmaさん、誘導は隆さんにお願いします。',
        minutesAgo: 2000,
        likedBy: ['kenji', 'takashi'],
        comments: [{ by: 'emma', text: 'Happy to. I will print the lists in both languages.', minutesAgo: 1900 }],
      },
    ],
  },
]
