// cspell:ignore somebody -- what people type
// cspell:ignore Haruko Satoh -- names
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { SpeechGrammar } from '../speech/speech-service.ts'
import { type Contact, halvesOf } from './contacts.ts'
import { commandGrammar } from './grammar.ts'
import { COMMAND_LANGUAGES, type CommandLanguage, HONORIFICS, PHRASES } from './phrases.ts'
import { understand } from './understand.ts'

const person = (id: string, first: string, last: string, ...readings: string[]): Contact => ({
  id,
  names: [first, last],
  readings,
})
const contacts: readonly Contact[] = [
  person('john', 'John', 'Smith'),
  person('jane', 'Jane', 'Doe'),
  person('sarah', 'Sarah', 'Connor'),
  person('haruka', '遥', '佐藤', 'はるか', 'さとう'),
  person('kenji', '健二', '斎藤', 'けんじ', 'さいとう'),
  person('mary', 'Mary-Ann', 'O’Neill'),
  { id: 'team', names: ['River Team'], readings: [] },
  { id: 'brigade', names: ['消防団'], readings: [] },
  { id: 'nickname', names: ['えっちゃん'], readings: [] },
]

/** The result of understanding a text. */
function meaning(text: string, language: CommandLanguage, known = contacts): string {
  const understood = understand(text, language, known)
  if (understood === null) return '-'
  const { kind, contactIds, unknownName, body } = understood
  return [
    kind,
    ...contactIds,
    ...(unknownName === null ? [] : [`unknown ${unknownName}`]),
    ...(body === null ? [] : [`"${body}"`]),
  ].join(' ')
}

test.each([
  ['call John Smith', 'call john'],
  ['Call Smith, John!', 'call john'],
  ['could you please call Jane now?', 'call jane'],
  ['phone mary ann o’neill', 'call mary'],
  ['message Jane Doe', 'message jane'],
  ['Message Jane the road is closed, please', 'message jane "the road is closed, please"'],
  ['tell River Team that we need Water.', 'message team "we need Water."'],
  ['send a message to John Smith saying Hello, World!', 'message john "Hello, World!"'],
  ['S.O.S.', 'sos'],
  ['emergency!', 'sos'],
  ['radio', 'asrChat'],
  ['start radio chat with river team', 'asrChat team'],
  ['Read my messages', 'readMessages'],
  ['I am safe', 'answerSafe'],
  ['I’m safe!', 'answerSafe'],
  ['answer injured', 'answerInjured'],
  ['Need help.', 'answerNeedHelp'],
  ['yes', 'confirm'],
  ['never mind', 'stop'],
])('English: %s', (text, expected) => expect(meaning(text, 'en')).toBe(expected))

test.each([
  ['佐藤さんに電話', 'call haruka'],
  ['さとうはるかさんに電話してください', 'call haruka'],
  ['サトウさんに電話をかけて', 'call haruka'],
  ['ｻﾄｳさんへ電話', 'call haruka'],
  ['遥ちゃんにメッセージ', 'message haruka'],
  ['齋藤くんに「道が通れません」と伝えて', 'message kenji "道が通れません"'],
  ['斎藤様にメッセージ、今から行きます。', 'message kenji "今から行きます。"'],
  ['消防団と無線', 'asrChat brigade'],
  ['John Smithさんに電話', 'call john'],
  ['えっちゃんに電話', 'call nickname'],
  ['ＳＯＳ', 'sos'],
  ['えっと、助けて！', 'sos'],
  ['無線を開いて', 'asrChat'],
  ['メッセージを読んで', 'readMessages'],
  ['無事です', 'answerSafe'],
  ['ぶじです。', 'answerSafe'],
  ['けがです', 'answerInjured'],
  ['助けが必要です', 'answerNeedHelp'],
  ['お願いします', 'confirm'],
  ['やめて', 'stop'],
])('Japanese: %s', (text, expected) => expect(meaning(text, 'ja')).toBe(expected))

describe('a cry for help is an SOS', () => {
  test.each([
    'help',
    'Help!',
    'HELP ME',
    'please help me',
    'I need help',
    'we need help here',
    'there is a fire',
    'There’s a fire!',
    'fire',
    'somebody help us',
    'I’m hurt',
    'we need an ambulance',
  ])('English: %s', (text) => expect(meaning(text, 'en')).toBe('sos'))
  test.each([
    'たすけて',
    'タスケテ',
    '助けて！',
    '助けてください',
    '誰か助けて',
    '火事だ',
    'かじだ',
    '火事です！',
    '救急車を呼んで',
  ])('Japanese: %s', (text) => expect(meaning(text, 'ja')).toBe('sos'))
  test.each([
    ['en', 'help me with the form'],
    ['en', 'I need help with my homework'],
    ['en', 'the fire is out'],
    ['ja', '火事ではありません'],
    ['ja', '助けてもらいました'],
  ] as const)('but not in %s: %s', (language, text) => expect(meaning(text, language)).toBe('-'))
})

describe('unread messages are read', () => {
  test.each([
    'read unread messages',
    'read my unread messages',
    'Read me the unread messages, please',
    'read new messages',
    'read out all my new messages aloud',
    'play my messages',
    'do I have any new messages?',
    'any unread messages',
    'unread messages',
    'read the unread ones',
  ])('English: %s', (text) => expect(meaning(text, 'en')).toBe('readMessages'))
  test.each([
    '未読を読んで',
    '未読メッセージを読んで',
    '未読のメッセージを読み上げてください',
    '新しいメッセージを読んで',
    '新着メッセージある？',
    '未読はありますか',
  ])('Japanese: %s', (text) => expect(meaning(text, 'ja')).toBe('readMessages'))
})

test.each([
  ['en', 'stop stop'],
  ['en', 'no, stop!'],
  ['en', 'don’t send it'],
  ['ja', 'やめて、やめて'],
  ['ja', '送らないで'],
] as const)('%s: "%s" is an answer that stops', (language, text) => expect(meaning(text, language)).toBe('stop'))

describe('names that sound alike', () => {
  test.each([
    ['en', 'call sara conner', 'call sarah'],
    ['en', 'please call jon smith', 'call john'],
    ['ja', 'さとおさんに電話', 'call haruka'],
    ['ja', 'さいとーさんに電話', 'call kenji'],
  ] as const)('%s: %s', (language, text, expected) => expect(meaning(text, language)).toBe(expected))
})

describe('names in another script', () => {
  const known: readonly Contact[] = [
    ...contacts,
    person('emma', 'Emma', 'Stone'),
    person('daniel', 'Daniel', 'Craig'),
    person('haruko', '春子', '鈴木', 'はるこ', 'すずき'),
    { id: 'patrol', names: ['Night Patrol／夜回り隊'], readings: [], otherNames: halvesOf('Night Patrol／夜回り隊') },
  ]
  test.each([
    ['en', 'call Haruka', 'call haruka'],
    ['en', 'call Haruka Sato', 'call haruka'],
    ['en', 'Message Satoh the road is closed', 'message haruka "the road is closed"'],
    ['en', 'call Suzuki Haruko', 'call haruko'],
    ['en', 'radio Night Patrol', 'asrChat patrol'],
    ['ja', 'エマさんに電話', 'call emma'],
    ['ja', 'ダニエルに電話', 'call daniel'],
    ['ja', 'ｴﾏ・ストーンにメッセージ', 'message emma'],
    ['ja', '夜回り隊と無線', 'asrChat patrol'],
  ] as const)('%s: %s', (language, text, expected) => expect(meaning(text, language, known)).toBe(expected))
  test('the halves of a name are those of its scripts', () => {
    expect(halvesOf('River Team (川の班 2)')).toEqual(['River Team', '川の班 2'])
    expect(['River Team', '消防団', 'AED係', ''].flatMap(halvesOf)).toEqual([])
  })
})

test('several contacts with the same name are all found, and the whole name decides between them', () => {
  const known = [...contacts, person('other', 'John', 'Doe')]
  expect(meaning('call John', 'en', known)).toBe('call john other')
  expect(meaning('call John Doe', 'en', known)).toBe('call other')
  expect(meaning('message Doe come home', 'en', known)).toBe('message jane other "come home"')
})

test('a name that no contact has is returned as it was written, without its honorific', () => {
  expect(meaning('call Zed', 'en')).toBe('call unknown Zed')
  expect(meaning('田中さんに電話して', 'ja')).toBe('call unknown 田中')
})

test.each([
  ['en', 'the weather is nice today and we went to the market'],
  ['en', 'she said the train was late again'],
  ['en', 'stop the car'],
  ['en', 'my radio is broken'],
  ['en', ''],
  ['en', '!?'],
  ['ja', '今日はとても良い天気ですね'],
  ['ja', '駅まで歩いて十分です'],
  ['ja', '緊急の用事ではありません'],
  ['ja', '。。。'],
] as const)('ordinary %s is not a command: %s', (language, text) => expect(meaning(text, language)).toBe('-'))

const languages = fc.constantFrom(...COMMAND_LANGUAGES)
const commands = languages.chain((language) =>
  fc.record({ language: fc.constant(language), phrase: fc.constantFrom(...PHRASES[language]) }),
)
const words: Record<CommandLanguage, fc.Arbitrary<string>> = {
  en: fc
    .array(fc.constantFrom('water', 'Road', 'we', 'need', 'ten,', 'here.'), { minLength: 1, maxLength: 6 })
    .map((each) => each.join(' ')),
  ja: fc.constantFrom('道が通れません', '水が足りない', '今どこですか？', '橋まで来た'),
}

test('each phrase with each contact is its command, in any case and with any honorific', () => {
  const inputs = commands.chain(({ language, phrase }) =>
    fc.record({
      language: fc.constant(language),
      phrase: fc.constant(phrase),
      contact: fc.constantFrom(...contacts),
      body: words[language],
      honorific: language === 'ja' ? fc.constantFrom('', ...HONORIFICS) : fc.constant(''),
      isUpperCase: fc.boolean(),
    }),
  )
  fc.assert(
    fc.property(inputs, ({ language, phrase, contact, body, honorific, isUpperCase }) => {
      const name = contact.names.join(' ') + honorific
      const spoken = phrase.text.replace('{name}', isUpperCase ? name.toUpperCase() : name)
      const understood = understand(spoken.replace('{body}', body), language, contacts)
      expect(understood?.kind).toBe(phrase.kind)
      expect(understood?.contactIds).toEqual(phrase.text.includes('{name}') ? [contact.id] : [])
      // 'send a message to X that {body}': the free text is what the phrase does not contain.
      if (phrase.text.includes('{body}')) expect(understood?.body?.endsWith(body)).toBe(true)
      else expect(understood?.body).toBeNull()
    }),
    { numRuns: 2000 },
  )
})

test('any text is handled, and a contact of the result is one of the given', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), languages, (text, language) => {
      const understood = understand(text, language, contacts)
      for (const id of understood?.contactIds ?? []) expect(contacts.some((contact) => contact.id === id)).toBe(true)
    }),
    { numRuns: 2000 },
  )
})

test('each text of the grammar of the recogniser is understood as one command with that contact', () => {
  for (const language of COMMAND_LANGUAGES) {
    const { phrases, names } = commandGrammar(language, contacts)
    for (const { text } of phrases)
      for (const name of names) {
        const understood = understand(text.replace('{name}', name.text).replace('{body}', 'ok'), language, contacts)
        expect(understood, `${text} ${name.text}`).not.toBeNull()
        expect(understood?.contactIds).toHaveLength(text.includes('{name}') ? 1 : 0)
      }
  }
})

test('the grammar has names that can be spoken, and leaves out parts of names that contacts share', () => {
  const english = commandGrammar('en', [...contacts, person('other', 'John', 'Doe')]).names
  expect(english.find(({ text }) => text === 'John Smith')?.spoken).toEqual(['John Smith', 'Smith'])
  const japanese = commandGrammar('ja', contacts).names
  expect(japanese.find(({ text }) => text === '遥 佐藤')?.spoken).toEqual(['さとう はるか', 'さとう', 'はるか'])
  expect(japanese.some(({ text }) => text === '消防団')).toBe(false) // kanji without a reading
  expect(japanese.some(({ text }) => text === 'River Team')).toBe(true)
})

test('names with long texts or many parts leave the grammar within its limits', () => {
  const long: Contact = { id: 'long', names: ['long '.repeat(60)], readings: [] }
  const readings = Array.from({ length: 40 }, (_, index) => 'あ'.repeat(index % 2 === 0 ? index + 1 : 1 + index * 10))
  for (const language of COMMAND_LANGUAGES) {
    const known: Contact[] = [...contacts, long, { id: 'many', names: ['Many'], readings }]
    const grammar = commandGrammar(language, known)
    expect(SpeechGrammar.safeParse(grammar).error).toBeUndefined()
    expect(grammar.names.map(({ text }) => text)).toContain('Many')
  }
})

test('without a contact that can be spoken, the grammar has no phrase with a name', () => {
  expect(commandGrammar('ja', []).phrases.filter(({ text }) => text.includes('{name}'))).toEqual([])
})
