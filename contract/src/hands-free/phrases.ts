// cspell:ignore somebody -- what people type
import type { Language } from '../i18n.ts'

/** The languages that have commands. */
export const COMMAND_LANGUAGES = ['en', 'ja'] as const satisfies readonly Language[]
export type CommandLanguage = (typeof COMMAND_LANGUAGES)[number]

/** Returns the language of the commands for a language of the interface: English if it has none. */
export const commandLanguageOf = (language: Language): CommandLanguage =>
  COMMAND_LANGUAGES.find((one) => one === language) ?? 'en'

/**
 * The kinds of commands. The first four are the specification's (section 7). `readMessages` opens the unread messages,
 * `answerSafe` to `answerNeedHelp` answer an open roll-call, `confirm` and `stop` answer a question.
 */
export const COMMAND_KINDS = [
  'call',
  'message',
  'sos',
  'asrChat',
  'readMessages',
  'answerSafe',
  'answerInjured',
  'answerNeedHelp',
  'confirm',
  'stop',
] as const
export type CommandKind = (typeof COMMAND_KINDS)[number]

/** A way to say a command. `{name}` stands for the name of a contact, `{body}` for free text. */
export interface Phrase {
  readonly kind: CommandKind
  readonly text: string
  /**
   * The spoken form: English words, or kana with a space between words. null: it is only typed. Free text is spoken at
   * the end of a phrase only.
   */
  readonly spoken: string | null
}

const said = (kind: CommandKind, texts: readonly string[]): Phrase[] => texts.map((text) => ({ kind, text, spoken: text }))
const typed = (kind: CommandKind, texts: readonly string[]): Phrase[] => texts.map((text) => ({ kind, text, spoken: null }))
const read = (kind: CommandKind, texts: Readonly<Record<string, string>>): Phrase[] =>
  Object.entries(texts).map(([text, spoken]) => ({ kind, text, spoken }))

const ENGLISH: readonly Phrase[] = [
  ...said('call', ['call {name}', 'phone {name}', 'ring {name}']),
  ...typed('call', ['make a call to {name}', 'give {name} a call', 'telephone {name}']),
  ...said('message', [
    'message {name}',
    'message {name} {body}',
    'send a message to {name}',
    'send a message to {name} {body}',
    'text {name}',
    'text {name} {body}',
    'tell {name} {body}',
  ]),
  ...typed('message', [
    'send message to {name}',
    'send message to {name} {body}',
    'send {name} a message',
    'send {name} a message {body}',
    'write to {name} {body}',
    'write to {name}',
    'tell {name}',
    'tell {name} that {body}',
    'send a message to {name} saying {body}',
    'send a message to {name} that {body}',
    'message {name} saying {body}',
    'message {name} that {body}',
  ]),
  ...said('sos', [
    'send an s o s',
    's o s',
    'emergency',
    'raise an alarm',
    'send an alert',
    'help',
    'help me',
    'i need help',
    'there is a fire',
  ]),
  ...typed('sos', ['sos', 'send an sos', 'raise an sos', 'send sos', 'raise the alarm', 'fire', 'mayday']),
  ...said('asrChat', [
    'radio',
    'start the radio',
    'start radio chat',
    'open the radio',
    'radio {name}',
    'start radio chat with {name}',
  ]),
  ...typed('asrChat', [
    'radio chat',
    'start a radio chat',
    'start a radio chat with {name}',
    'radio chat with {name}',
    'radio to {name}',
  ]),
  ...said('readMessages', [
    'read my messages',
    'read the messages',
    'show my messages',
    'read unread messages',
    'read my unread messages',
    'read new messages',
    'read my new messages',
  ]),
  ...said('answerSafe', ['i am safe', 'we are safe', 'answer safe']),
  ...typed('answerSafe', ['safe', "i'm safe", 'im safe', "we're safe", 'i am fine', "i'm fine", 'i am okay', "i'm okay"]),
  ...said('answerInjured', ['answer injured']),
  ...typed('answerInjured', ['injured']),
  ...said('answerNeedHelp', ['answer need help']),
  ...typed('answerNeedHelp', ['need help']),
  ...said('confirm', ['yes', 'confirm', 'send it', 'yes please']),
  ...typed('confirm', ['ok', 'okay']),
  ...said('stop', ['stop', 'cancel', 'stop listening', 'never mind', 'no', 'no stop', 'stop it', 'stop stop', 'do not send']),
  ...typed('stop', ['close', 'abort', 'no no', 'please stop', 'stop stop stop', "don't send", "don't send it", 'do not send it']),
]

const JAPANESE: readonly Phrase[] = [
  ...read('call', {
    '{name}に電話': '{name} に でんわ',
    '{name}に電話して': '{name} に でんわ して',
    '{name}に電話をかけて': '{name} に でんわ を かけて',
  }),
  ...typed('call', [
    '{name}へ電話',
    '{name}へ電話して',
    '{name}に電話する',
    '{name}に電話かけて',
    '{name}を呼び出して',
    '電話{name}',
  ]),
  ...read('message', {
    '{name}にメッセージ': '{name} に メッセージ',
    '{name}にメッセージを送って': '{name} に メッセージ を おくって',
    '{name}にメッセージ{body}': '{name} に メッセージ {body}',
  }),
  ...typed('message', [
    '{name}へメッセージ',
    '{name}へメッセージ{body}',
    '{name}にメッセージ送って',
    '{name}に{body}とメッセージを送って',
    '{name}に{body}とメッセージ',
    '{name}に{body}と送って',
    '{name}に{body}って送って',
    '{name}に{body}と伝えて',
    '{name}に{body}って伝えて',
    '{name}へ{body}と伝えて',
    'メッセージ{name}',
  ]),
  ...read('sos', {
    SOS: 'エスオーエス',
    助けて: 'たすけて',
    SOSを送って: 'エスオーエス を おくって',
    緊急事態: 'きんきゅう じたい',
    火事だ: 'かじだ',
    助けてください: 'たすけて ください',
  }),
  ...typed('sos', ['エスオーエス', 'SOSを発信', 'SOSを発信する', 'SOSを発信して', '緊急', '緊急事態です', '救助要請']),
  ...read('asrChat', {
    無線: 'むせん',
    無線を開いて: 'むせん を ひらいて',
    無線チャット: 'むせん チャット',
    '{name}と無線': '{name} と むせん',
    '{name}に無線': '{name} に むせん',
  }),
  ...typed('asrChat', [
    '無線を始めて',
    '無線チャットを始めて',
    '無線チャットを開始',
    '{name}と無線チャット',
    '{name}と無線を始めて',
    'ラジオ',
  ]),
  ...read('readMessages', {
    メッセージを読んで: 'メッセージ を よんで',
    メッセージを読み上げて: 'メッセージ を よみあげて',
    メッセージを見せて: 'メッセージ を みせて',
    未読を読んで: 'みどく を よんで',
    未読メッセージを読んで: 'みどく メッセージ を よんで',
    新しいメッセージを読んで: 'あたらしい メッセージ を よんで',
  }),
  ...read('answerSafe', { 無事です: 'ぶじ です' }),
  ...typed('answerSafe', ['無事', 'ぶじ', 'ぶじです', '無事だ', '安全です', '大丈夫です']),
  ...read('answerInjured', { けがです: 'けが です' }),
  ...typed('answerInjured', ['けが', '怪我です', '怪我']),
  ...read('answerNeedHelp', { 助けが必要です: 'たすけ が ひつよう です' }),
  ...typed('answerNeedHelp', ['助けが必要', '助けがいります']),
  ...read('confirm', {
    お願いします: 'おねがいします',
    そうです: 'そうです',
    はい: 'はい',
    はいお願いします: 'はい おねがいします',
  }),
  ...typed('confirm', ['確認', '送信して', 'いいよ', 'うん']),
  ...read('stop', {
    やめて: 'やめて',
    やめてください: 'やめて ください',
    キャンセル: 'キャンセル',
    いいえ: 'いいえ',
    止めて: 'とめて',
    ストップ: 'ストップ',
    やめてやめて: 'やめて やめて',
  }),
  ...typed('stop', ['中止', '終了', '閉じて', 'だめ', '止めてください', 'とめて', '送らないで', 'ストップストップ']),
]

/** The closed list of commands in each language. */
export const PHRASES: Readonly<Record<CommandLanguage, readonly Phrase[]>> = { en: ENGLISH, ja: JAPANESE }

/** A way to type a command: `(my |the |)` stands for one of its alternatives, the last of which is empty here. */
interface Pattern {
  readonly kind: CommandKind
  readonly pattern: string
}

const patterns = (kind: CommandKind, all: readonly string[]): Pattern[] => all.map((pattern) => ({ kind, pattern }))

/** The forms of typed commands that are too many to list. */
export const PATTERNS: Readonly<Record<CommandLanguage, readonly Pattern[]>> = {
  en: [
    ...patterns('sos', [
      '(somebody |someone |)help( us| him| her| them|)',
      '(somebody |someone )help me',
      '(i|we) need (help|a doctor|an ambulance)( here| quickly|)',
      "(there is|there's|theres) (a |)fire( here|)",
      "(i am|i'm|im|we are|we're|were) (hurt|injured|trapped|in danger)",
      '(its|it is) an emergency',
    ]),
    ...patterns('readMessages', [
      '(my |)(unread |new |)messages',
      '(read|read out|read aloud|play|show|check|open) (me |)(all |)(my |the |)(unread |new |latest |)(message|messages)( aloud| out loud|)',
      '(read|read out|read aloud) (me |)(my |the |)unread( ones| aloud|)',
      '(do i have|are there|have i got|any) (any |)(unread |new |)messages( for me|)',
      '(whats|what is) (new|unread)',
    ]),
  ],
  ja: [
    ...patterns('sos', [
      '(誰か|だれか|)(助けて|たすけて)(くれ|ほしい|欲しい|)',
      '(火事|かじ)(だ|です|)',
      '(火事|かじ)が(起きた|起きました|起きています|発生)',
      '(怪我|けが)(を|)(した|しました|しています)',
      '救急車(を|)(呼んで|よんで)',
      '(危ない|危険です)',
    ]),
    ...patterns('readMessages', [
      '(未読の|未読|新着の|新着|新しい|)(メッセージ)(を|)(読んで|よんで|読む|読み上げて|よみあげて|読み上げ|聞かせて|見せて|確認)',
      '(未読|新着)(を|)(読んで|よんで|読む|読み上げて|よみあげて|読み上げ|聞かせて|見せて|確認)',
      '(未読の|未読|新着の|新着|新しい|)メッセージ(は|)(ある|あります|ありますか)',
      '(未読|新着)(は|)(ある|あります|ありますか)',
      '(未読|新着)メッセージ',
    ]),
  ],
}

/** Words that a speaker adds to a command and that mean nothing. The longer ones come first. */
export const FILLERS: Readonly<
  Record<CommandLanguage, { readonly before: readonly string[]; readonly after: readonly string[] }>
> = {
  en: {
    before: ['could you please', 'can you please', 'i want to', 'could you', 'can you', 'please', 'hey', 'um', 'uh', 'well'],
    after: ['please', 'now', 'thank you', 'thanks'],
  },
  ja: {
    before: ['すみません', 'えーと', 'えっと', 'あのう', 'あの', 'ねえ'],
    after: ['してください', 'お願いします', 'お願い', 'ください', '下さい', 'ね', 'よ'],
  },
}

/** Suffixes of Japanese names, such as honorifics. The longer ones come first. */
export const HONORIFICS = ['ちゃん', 'せんせい', 'さん', 'くん', 'さま', '先生', '君', '様', '氏', '殿'] as const

/** The honorifics that are spoken. */
export const SPOKEN_HONORIFICS = ['さん', 'ちゃん', 'くん'] as const
