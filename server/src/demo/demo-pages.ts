import type { PageFlags } from '@noroshi/contract/pages/page-members.http'
import { bullets, type DemoBlock, divider, embed, heading, link, paragraph, quote, steps, strong, table } from './blocks.ts'
import type { DemoName } from './people.ts'

interface DemoContent {
  readonly by: DemoName
  readonly minutesAgo: number
  readonly blocks: readonly DemoBlock[]
}
/** A draft without a review is pending. */
interface DemoDraft extends DemoContent {
  /** The default is the newest revision. */
  readonly baseRevision?: number
  readonly review?: {
    readonly by: DemoName
    readonly status: 'approved' | 'rejected'
    readonly remarks: string
    readonly minutesAgo: number
  }
}
interface DemoPage {
  readonly title: string
  readonly isPublic: boolean
  readonly members: Partial<Record<DemoName, Partial<PageFlags>>>
  /** Direct publications and drafts, in the order of their creation. */
  readonly changes: readonly ({ readonly publish: DemoContent } | { readonly draft: DemoDraft })[]
}

const bagTitle = heading(1, '持ち物 What to pack')
const bagPicture: DemoBlock = { scene: 'kit', alt: 'リュック、水、救急箱 A rucksack, water and a first-aid kit' }
const bagIntro = paragraph('避難所には毛布と水があります。次の物はご自身でお持ちください。')
const bagIntroEnglish = paragraph('The shelter has blankets and water. Please bring the following yourself.')
const bagList = bullets(
  '飲み水 1人1日3リットル Water, 3 litres a day each',
  '薬とお薬手帳 Medicines and your medicine notebook',
  '懐中電灯と電池 A torch and batteries',
  '現金と身分証 Cash and an identity card',
)
const bagListLonger = bullets(
  '飲み水 1人1日3リットル Water, 3 litres a day each',
  '薬とお薬手帳 Medicines and your medicine notebook',
  '懐中電灯、電池、充電器 A torch, batteries and a charger',
  '現金と身分証 Cash and an identity card',
  'マスクと消毒液 Masks and disinfectant',
)
const bagTable = table(
  ['人 Who', '追加で In addition'],
  ['赤ちゃん Babies', 'おむつ、ミルク Nappies and milk'],
  ['お年寄り Older people', '眼鏡、補聴器の電池 Glasses, batteries for hearing aids'],
  ['ペット Pets', 'ケージ、餌 A cage and food'],
)
const bagPets = [heading(2, 'ペットと一緒に With a pet'), paragraph('ケージがあれば一緒に入れます。Pets are welcome in a cage.')]

/** A page with many authors, a page about routes, a page in English, and a page for signed-in users. */
export const pages: readonly DemoPage[] = [
  {
    title: '避難所に持っていくもの What to pack for a shelter',
    isPublic: true,
    members: {
      emma: { canUpdate: true, canModerateUpdates: true },
      kenji: { canUpdate: false, canModerateMembers: true },
      mei: { canUpdate: true },
      ana: { canUpdate: true },
    },
    changes: [
      { publish: { by: 'haruka', minutesAgo: 7000, blocks: [bagTitle, bagIntro, bagIntroEnglish, bagList] } },
      {
        draft: {
          by: 'mei',
          minutesAgo: 5600,
          blocks: [bagTitle, bagPicture, bagIntro, bagIntroEnglish, bagList, heading(2, '人によって For some of us'), bagTable],
          review: { by: 'emma', status: 'approved', remarks: 'The table helps a lot. Thank you!', minutesAgo: 5500 },
        },
      },
      {
        draft: {
          by: 'mei',
          minutesAgo: 4000,
          blocks: [bagTitle, paragraph('Bring everything that you need.')],
          review: {
            by: 'haruka',
            status: 'rejected',
            remarks: '一覧は残してください。何が必要か、初めての方にはわかりません。Please keep the list.',
            minutesAgo: 3900,
          },
        },
      },
      {
        publish: {
          by: 'emma',
          minutesAgo: 1300,
          blocks: [
            bagTitle,
            bagPicture,
            bagIntro,
            bagIntroEnglish,
            bagListLonger,
            heading(2, '人によって For some of us'),
            bagTable,
          ],
        },
      },
      {
        draft: {
          by: 'ana',
          minutesAgo: 90,
          // Based on an older revision than Emma’s: the review shows the changes of both.
          baseRevision: 3,
          blocks: [
            bagTitle,
            bagPicture,
            bagIntro,
            bagIntroEnglish,
            bagList,
            heading(2, '人によって For some of us'),
            bagTable,
            ...bagPets,
          ],
        },
      },
    ],
  },
  {
    title: '若葉地区の避難経路 Evacuation routes',
    isPublic: true,
    members: { takashi: { canUpdate: true, canModerateUpdates: true }, minh: { canUpdate: true } },
    changes: [
      {
        publish: {
          by: 'takashi',
          minutesAgo: 6200,
          blocks: [
            strong('川の水位が2.5メートルを超えたら、川沿いの道は使わないでください。'),
            strong('Above 2.5 metres, keep off the paths along the river.'),
            heading(2, '若葉会館まで To Wakaba Hall'),
            steps(
              '荒町の交差点まで北へ North to the Aramachi crossing',
              '大橋を渡らず、坂を東へ East up the hill; do not cross the bridge',
              '会館の南口から中へ In by the south door of the hall',
            ),
            { scene: 'river', alt: '大橋と広瀬川 The bridge over the Hirose' },
            heading(2, '歩く時間 On foot'),
            table(
              ['出発 From', '分 Minutes', '段差 Steps'],
              ['荒町 Aramachi', '12', 'なし None'],
              ['長町 Nagamachi', '25', 'なし None'],
              ['川内 Kawauchi', '40', 'あり Some'],
            ),
            heading(2, '地図 Map'),
            embed('https://www.openstreetmap.org/export/embed.html?bbox=140.86,38.24,140.92,38.27'),
            link('地図をアプリで開く Open the map in this app', '/alerts'),
          ],
        },
      },
      {
        draft: {
          by: 'minh',
          minutesAgo: 200,
          blocks: [
            strong('川の水位が2.5メートルを超えたら、川沿いの道は使わないでください。'),
            strong('Above 2.5 metres, keep off the paths along the river.'),
            heading(2, 'By wheelchair 車いすで'),
            paragraph('From Aramachi there are no steps; the south door of the hall has a ramp.'),
          ],
        },
      },
    ],
  },
  {
    title: 'New in Wakaba? A short guide',
    isPublic: true,
    members: { daniel: { canUpdate: true, canModerateUpdates: true }, emma: { canUpdate: true } },
    changes: [
      {
        publish: {
          by: 'daniel',
          minutesAgo: 3300,
          blocks: [
            paragraph('Welcome! These are the things that we wish we had known in the first week.'),
            heading(2, 'When the ground shakes'),
            steps('Drop, cover, hold on.', 'Open a door once it stops.', 'Look at this app before the television.'),
            heading(2, 'Every second Saturday'),
            quote('We meet at the hall at ten, clean the riverside together, and there is soup afterwards.'),
            divider,
            link('The city’s guide to disasters in many languages', 'https://www.city.sendai.jp/'),
          ],
        },
      },
    ],
  },
  {
    title: '無線当番の手引き Radio duty',
    isPublic: false,
    members: { kenji: { canUpdate: true, canModerateUpdates: true, canModerateMembers: true }, rin: { canUpdate: true } },
    changes: [
      {
        publish: {
          by: 'kenji',
          minutesAgo: 2100,
          blocks: [
            heading(2, '毎晩の点検 Every evening'),
            bullets('電池の残量 Batteries', '音量と周波数 Volume and channel', '記録簿に名前 Your name in the book'),
            { scene: 'hall', alt: '会館の広間 The hall' },
          ],
        },
      },
    ],
  },
]
