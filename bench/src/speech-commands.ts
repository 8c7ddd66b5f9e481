import { existsSync, readdirSync, readFileSync } from 'node:fs'
import os from 'node:os'
import type { Contact } from '@noroshi/contract/hands-free/contacts'
import { commandGrammar } from '@noroshi/contract/hands-free/grammar'
import { understand } from '@noroshi/contract/hands-free/understand'
import type { Language } from '@noroshi/contract/i18n'
import { soundOfWav } from '../../speech/src/audio/wav.ts'
import { voicesOf } from './load/command-voices.ts'
import { quantile } from './load/figures.ts'
import { openStream, type SpeechServer, startSpeech } from './load/speech-client.ts'

// Measures spoken commands: how many are recognised exactly, and how many ordinary sentences are taken for a command.
// Usage: npm run speech-commands -w bench (a part of npm run speech). Japanese needs open_jtalk and its voice.
const LIBRIVOX = '/usr/share/pocketsphinx/test/data/librivox'
const EXACT_GOAL: Readonly<Record<Language, number>> = { en: 95, ja: 92 }
const TAKEN_GOAL = 3

const person = (id: string, first: string, last: string, ...readings: string[]): Contact => ({
  id,
  names: [first, last].filter(Boolean),
  readings,
})

const contacts: Readonly<Record<Language, readonly Contact[]>> = {
  en: [
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
  ja: [
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
}

/** Sentences and their commands. */
const spoken: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  en: {
    'call Kenji Tanaka': 'call kenji',
    'call John Smith': 'call john',
    'phone Maria Lopez': 'call maria',
    'ring Emily Brown': 'call emily',
    'call Priya Sharma': 'call priya',
    'call Kenta': 'call kenta',
    'call Yuki Sato': 'call yuki',
    'call fire watch': 'call watch',
    'message Anna': 'message anna',
    'message Ahmed Hassan': 'message ahmed',
    'text Robert': 'message robert',
    'message John Smith the road is closed': 'message john',
    'send a message to River Team we need water': 'message team',
    'S O S': 'sos',
    'send an S O S': 'sos',
    emergency: 'sos',
    radio: 'asrChat',
    'start radio chat': 'asrChat',
    'radio River Team': 'asrChat team',
    'read my messages': 'readMessages',
    yes: 'confirm',
    confirm: 'confirm',
    'send it': 'confirm',
    cancel: 'stop',
    stop: 'stop',
  },
  ja: {
    田中健二に電話: 'call tanaka',
    佐藤さんに電話して: 'call sato',
    鈴木花子さんに電話をかけて: 'call suzuki',
    高橋さんに電話: 'call takahashi',
    渡辺に電話して: 'call watanabe',
    消防団に電話: 'call brigade',
    マリアに電話: 'call maria',
    山本さんにメッセージ: 'message yamamoto',
    佐々木さんにメッセージを送って: 'message sasaki',
    伊藤にメッセージ: 'message ito',
    エスオーエス: 'sos',
    エスオーエスを送って: 'sos',
    助けて: 'sos',
    緊急事態: 'sos',
    無線を開いて: 'asrChat',
    無線チャット: 'asrChat',
    山本さんと無線: 'asrChat yamamoto',
    メッセージを読んで: 'readMessages',
    お願いします: 'confirm',
    はいお願いします: 'confirm',
    キャンセル: 'stop',
    やめて: 'stop',
    やめてください: 'stop',
  },
}

const ordinary: Readonly<Record<Language, readonly string[]>> = {
  en: [
    'the weather is nice today and we went to the market',
    'I think the meeting starts at nine',
    'could you pass me the salt please',
    'she said the train was late again',
    'my brother has two dogs and a cat',
    'what did you eat for lunch',
    'turn left at the second corner',
    'we should paint the kitchen blue',
    'the children are playing in the garden',
    'thank you very much',
    'I heard it on the radio yesterday',
    'there was no one at the station',
  ],
  ja: [
    '今日はとても良い天気ですね',
    '明日の会議は九時からです',
    '昨日は魚を食べました',
    '駅まで歩いて十分です',
    '子供たちは公園で遊んでいます',
    '新しい本を買いました',
    'ありがとうございます',
    '窓を閉めてもいいですか',
    '来週は京都へ行きます',
    '猫が二匹います',
    '電話番号を忘れました',
    'ラジオで音楽を聞きました',
  ],
}

console.log(`load average: ${os.loadavg()[0]?.toFixed(1)}`)
const server = await startSpeech(1)
for (const language of ['en', 'ja'] as const) await measure(server, language)
server.child.kill()

async function measure(speech: SpeechServer, language: Language): Promise<void> {
  const voices = voicesOf(language)
  if (voices.length === 0) return console.log(`${language}: skipped, because open_jtalk or its voice is not installed`)
  const grammar = commandGrammar(language, contacts[language])
  const finals: number[] = []
  const recognise = async (samples: Int16Array): Promise<string> => {
    const stream = openStream(speech, { language, grammar })
    stream.send(samples.slice())
    const start = performance.now()
    const { text, isCommand } = await stream.result()
    finals.push(performance.now() - start)
    return isCommand ? meaningOf(text ?? '', language) : '-'
  }
  let [exact, total, taken, sentences] = [0, 0, 0, 0]
  for (const { name, say } of voices) {
    const missed: string[] = []
    for (const [text, expected] of Object.entries(spoken[language])) {
      const found = await recognise(await say(text))
      if (found !== expected) missed.push(`${text} -> ${found}`)
    }
    const of = Object.keys(spoken[language]).length
    total += of
    exact += of - missed.length
    console.log(`${name.padEnd(22)} ${of - missed.length}/${of} exact${missed.length > 0 ? `; ${missed.join('; ')}` : ''}`)
    for (const text of ordinary[language]) {
      const found = await recognise(await say(text))
      sentences++
      if (found === '-') continue
      taken++
      console.log(`${name.padEnd(22)} taken for a command: ${text} -> ${found}`)
    }
  }
  for (const samples of recordedSentences()) {
    sentences++
    if ((await recognise(samples)) !== '-') taken++
  }
  const rate = (100 * exact) / total
  const share = (100 * taken) / sentences
  console.log(`${language}: commands exact ${exact}/${total} = ${rate.toFixed(1)} %, goal ${EXACT_GOAL[language]} %`)
  console.log(
    `${language}: ordinary sentences taken for a command ${taken}/${sentences} = ${share.toFixed(1)} %, goal at most ${TAKEN_GOAL} %`,
  )
  console.log(`${language}: sound to result p50 ${quantile(finals, 0.5).toFixed(0)}, p95 ${quantile(finals, 0.95).toFixed(0)} ms`)
}

/** The command in a recognised text: its kind and its contact. */
function meaningOf(text: string, language: Language): string {
  const understood = understand(text, language, contacts[language])
  return understood === null ? '-' : [understood.kind, ...understood.contactIds].join(' ')
}

/** Sentences that people read. */
function recordedSentences(): Int16Array[] {
  if (!existsSync(LIBRIVOX)) return []
  const names = readdirSync(LIBRIVOX).filter((name) => name.endsWith('.wav'))
  return names.map((name) => soundOfWav(readFileSync(`${LIBRIVOX}/${name}`)).samples)
}
