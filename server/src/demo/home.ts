import type { LinkIcon, SectionType } from '@noroshi/contract/dashboard/dashboard.http'
import type { SceneName } from './scenes.ts'

interface DemoLink {
  readonly linkText: string
  readonly linkUrl: string
  readonly scene?: SceneName
  readonly iconName?: LinkIcon
  /** Days after the start of the demo. */
  readonly startsIn?: number
  readonly endsIn?: number
}
interface DemoSection {
  readonly title: string
  readonly type: SectionType
  readonly links: readonly DemoLink[]
}

/** One section of each type, in the order of the home. */
export const sections: readonly DemoSection[] = [
  {
    title: '今週のお知らせ This week',
    type: 'imageSlider',
    links: [
      { linkText: '若葉会館で炊き出し Warm meals at the hall', linkUrl: '/feeds', scene: 'hall' },
      { linkText: '川の朝の見回り Morning walk by the river', linkUrl: '/feeds', scene: 'river', endsIn: 7 },
      { linkText: '初日の出を見る会 First sunrise together', linkUrl: '/alerts', scene: 'dawn', startsIn: 30 },
    ],
  },
  {
    title: 'すぐに使う At hand',
    type: 'iconLink',
    links: [
      { linkText: '避難所 Shelters', linkUrl: 'https://www.city.sendai.jp/', iconName: 'shelter' },
      { linkText: '給水所 Water', linkUrl: 'https://www.suidou.city.sendai.jp/', iconName: 'water' },
      { linkText: '病院 Hospitals', linkUrl: 'https://www.pref.miyagi.jp/', iconName: 'hospital' },
      { linkText: 'バス Buses', linkUrl: 'https://www.kotsu.city.sendai.jp/', iconName: 'bus' },
      { linkText: 'アラート Alerts', linkUrl: '/alerts', iconName: 'people' },
    ],
  },
  {
    title: '備える Be prepared',
    type: 'imageLink',
    links: [
      { linkText: '非常持ち出し袋 What to pack', linkUrl: 'https://www.bousai.go.jp/', scene: 'kit' },
      { linkText: '斜面と大雨 Slopes and heavy rain', linkUrl: 'https://www.jma.go.jp/', scene: 'slope' },
    ],
  },
  {
    title: 'くらしの窓口 Help desks',
    type: 'textLink',
    links: [
      { linkText: '仙台市 City of Sendai', linkUrl: 'https://www.city.sendai.jp/' },
      { linkText: '気象庁 Weather and warnings', linkUrl: 'https://www.jma.go.jp/bosai/' },
      { linkText: 'わたしのプロフィール My profile', linkUrl: '/user/me' },
    ],
  },
]
