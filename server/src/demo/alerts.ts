import type { DemoName } from './people.ts'
import type { SceneName } from './scenes.ts'

interface DemoAlert {
  /** All times are in minutes before the start of the demo. */
  readonly minutesAgo: number
  /** null for an anonymous alert. */
  readonly by: DemoName | null
  readonly text: string
  readonly location: readonly [latitude: number, longitude: number] | null
  readonly photos?: readonly { scene: SceneName; caption: string }[]
  readonly answers?: readonly { by: DemoName; answer: 'seen' | 'responding' | 'cannotHelp'; minutesAgo: number }[]
  readonly chat?: readonly { by: DemoName; text: string; minutesAgo: number }[]
  readonly resolved?: { by: DemoName; minutesAgo: number }
  /** The raiser reopened the alert after its first resolution. */
  readonly reopened?: { minutesAgo: number; resolvedAgain?: { by: DemoName; minutesAgo: number } }
}

/** Oldest first. */
export const alerts: readonly DemoAlert[] = [
  {
    minutesAgo: 1560,
    by: 'kazuo',
    text: '神社の裏の石段で転びました。足首が痛くて歩けません。',
    location: [38.2498, 140.8781],
    answers: [
      { by: 'kenji', answer: 'responding', minutesAgo: 1558 },
      { by: 'rin', answer: 'cannotHelp', minutesAgo: 1557 },
    ],
    chat: [
      { by: 'kenji', text: '車で向かっています。5分で着きます。', minutesAgo: 1556 },
      { by: 'kazuo', text: 'ありがとうございます。鳥居のそばにいます。', minutesAgo: 1554 },
    ],
    resolved: { by: 'kenji', minutesAgo: 1530 },
  },
  {
    minutesAgo: 300,
    by: null,
    text: '橋の下の遊歩道が水につかっています。子どもたちが遊びに来ています。',
    location: [38.2536, 140.8601],
    photos: [{ scene: 'river', caption: '広瀬川の遊歩道' }],
    answers: [
      { by: 'takashi', answer: 'responding', minutesAgo: 296 },
      { by: 'sota', answer: 'responding', minutesAgo: 295 },
    ],
    chat: [{ by: 'takashi', text: '遊歩道は通れなくしました。全員上がっています。', minutesAgo: 271 }],
    resolved: { by: 'takashi', minutesAgo: 270 },
  },
  {
    minutesAgo: 180,
    by: 'ana',
    text: 'Smell of gas in the stairwell, building 3. We went outside.',
    location: null,
    answers: [
      { by: 'emma', answer: 'responding', minutesAgo: 178 },
      { by: 'daniel', answer: 'seen', minutesAgo: 176 },
    ],
    chat: [
      { by: 'emma', text: 'The gas company is on its way. Please stay outside.', minutesAgo: 174 },
      { by: 'ana', text: 'The smell is back on the second floor.', minutesAgo: 149 },
    ],
    resolved: { by: 'emma', minutesAgo: 160 },
    reopened: { minutesAgo: 150, resolvedAgain: { by: 'haruka', minutesAgo: 95 } },
  },
  {
    minutesAgo: 26,
    by: 'takashi',
    text: '家の裏の斜面が崩れました。道がふさがっています。母が歩けません。二人とも二階にいます。',
    location: [38.2583, 140.8472],
    photos: [
      { scene: 'slope', caption: '裏の斜面' },
      { scene: 'dawn', caption: '二階の窓から' },
    ],
    answers: [
      { by: 'kenji', answer: 'responding', minutesAgo: 25 },
      { by: 'emma', answer: 'responding', minutesAgo: 23 },
      { by: 'minh', answer: 'cannotHelp', minutesAgo: 23 },
      { by: 'haruka', answer: 'seen', minutesAgo: 22 },
    ],
    chat: [
      { by: 'kenji', text: '消防に連絡しました。担架を持って向かいます。', minutesAgo: 24 },
      { by: 'emma', text: 'I can bring blankets from the hall. Which road is open?', minutesAgo: 21 },
      { by: 'takashi', text: '西の坂は通れます。東側は土砂でだめです。', minutesAgo: 19 },
      { by: 'kenji', text: '西の坂から入ります。', minutesAgo: 18 },
    ],
  },
  {
    minutesAgo: 9,
    by: null,
    text: 'Water is over the footbridge. A person is waving on the other side.',
    location: [38.2472, 140.8655],
    answers: [
      { by: 'sota', answer: 'responding', minutesAgo: 8 },
      { by: 'haruka', answer: 'seen', minutesAgo: 7 },
    ],
    chat: [{ by: 'sota', text: '見えます。ロープを持って行きます。', minutesAgo: 7 }],
  },
  { minutesAgo: 3, by: 'mei', text: '', location: [38.2609, 140.8927] },
]
