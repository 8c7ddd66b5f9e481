// cspell:ignore ohno kyoko nguyễn łukasz -- names
import { afterAll, expect, test, vi } from 'vitest'
import { answerGrammar, commandGrammar } from '@noroshi/contract/hands-free/grammar'
import type { SpeechEvent, SpeechFrame } from '@noroshi/contract/speech/speech-service'
import { speak } from '../testing/flite.ts'
import { Transcription } from '../transcription.ts'
import { compileGrammar, hasBody, textOfCommand } from './command-grammar.ts'
import { kanaOfRomaji, kanaPhones } from './kana.ts'
import { lettersToPhones } from './letters-to-phones.ts'
import { phoneDistance } from './phone-distance.ts'
import { PocketSphinx } from './pocketsphinx.ts'
import { pronounce, pronounceName } from './pronunciation.ts'
import { longTest } from '../testing/long-speech-test.ts'

vi.mock('./letters-to-phones.ts', { spy: true })

const recognizer = new PocketSphinx(1)
afterAll(() => recognizer.close())

const TIMEOUT = 60_000
const contacts = [
  { id: '1', names: ['John', 'Smith'], readings: [] },
  { id: '2', names: ['Priya', 'Sharma'], readings: [] },
  { id: '3', names: ['River Team'], readings: [] },
  { id: '4', names: ['Daniel', ''], readings: [] },
]

/** Speaks a text to a stream with the grammar of the contacts, or without one. */
async function transcribe(spoken: string, hasGrammar = true) {
  const transcription = await Transcription.create({ recognizer, language: 'en', source: 'a speaker', emit: () => undefined })
  const grammar = new TextEncoder().encode(JSON.stringify(commandGrammar('en', contacts)))
  const samples = await speak(spoken)
  const frames: SpeechFrame[] = [
    ...(hasGrammar ? [{ kind: 'grammar' as const, content: grammar }] : []),
    { kind: 'pcm', content: new Uint8Array(samples.buffer) },
  ]
  for (const frame of frames) transcription.accept(frame)
  const { text, isCommand } = await transcription.finish()
  transcription.close()
  return { text, isCommand }
}

test.each([
  ['call John Smith', 'call John Smith'],
  ['radio Sharma', 'radio Priya Sharma'], // the dictionary has no Sharma
  ['send an S O S', 'send an s o s'],
  ['help me', 'help me'],
  ['I need help', 'i need help'],
  ['there is a fire', 'there is a fire'],
])('the spoken command "%s" becomes the text of the command', { timeout: TIMEOUT }, async (spoken, text) => {
  expect(await transcribe(spoken)).toEqual({ text, isCommand: true })
})

test('a call of a name whose end may be free text is no message', { timeout: TIMEOUT }, async () => {
  expect(await transcribe('call Daniel')).toEqual({ text: 'call Daniel', isCommand: true })
})

longTest('the words after the name in a message command are recognised as free text', { timeout: TIMEOUT }, async () => {
  expect(await transcribe('message River Team the road is closed')).toEqual({
    text: 'message River Team the road is closed',
    isCommand: true,
  })
})

test('other speech is not a command, and its text is the free text', { timeout: TIMEOUT }, async () => {
  const { text, isCommand } = await transcribe('the weather is nice today')
  expect(isCommand).toBe(false)
  expect(text).toContain('weather')
})

test('a "stop" among other speech is an event, and other speech has no text', { timeout: TIMEOUT }, async () => {
  const events: SpeechEvent[] = []
  const emit = (event: SpeechEvent) => void events.push(event)
  const transcription = await Transcription.create({ recognizer, language: 'en', source: 'a speaker', emit })
  transcription.accept({ kind: 'grammar', content: new TextEncoder().encode(JSON.stringify(answerGrammar('en'))) })
  const say = async (text: string) => {
    const samples = await speak(text)
    transcription.accept({ kind: 'pcm', content: new Uint8Array(samples.buffer) })
    transcription.accept({ kind: 'pcm', content: new Uint8Array(32_000) })
  }
  await say('the weather is nice today')
  await say('stop')
  await vi.waitFor(() => expect(events).toContainEqual({ kind: 'command', text: 'stop' }), TIMEOUT)
  await say('we walked along the river')
  expect(await transcription.finish()).toMatchObject({ text: 'stop', isCommand: true })
  expect(events.filter(({ kind }) => kind === 'command' || kind === 'partial')).toHaveLength(1)
  transcription.close()
})

test('without a grammar, a command is free text', { timeout: TIMEOUT }, async () => {
  expect(await transcribe('radio', false)).toEqual({ text: 'radio', isCommand: false })
})

test('a command that is closed while it waits for a decoder is not decoded', { timeout: TIMEOUT }, async () => {
  const options = { language: 'en', source: 'a', onPartial: () => undefined } as const
  const first = recognizer.open(options)
  const second = recognizer.open({ ...options, grammar: commandGrammar('en', contacts) })
  second?.accept(await speak('radio'))
  const text = second?.finish()
  second?.close()
  await first?.finish()
  expect(await text).toBe('')
})

test('the text of a name is not a template', async () => {
  const phrases = ['call {name}', 'message {name} {body}', '佐藤'].map((text) => ({ text, spoken: text }))
  const { commandOf, words } = await compileGrammar({ phrases, names: [{ text: '$& {body}', spoken: ['john'] }], endings: [] })
  const [name = '', call = '', message = ''] = words.keys()
  const calling = commandOf([call, name])
  expect(calling && [hasBody(calling), textOfCommand(calling, '')]).toEqual([false, 'call $& {body}'])
  const writing = commandOf([message, name, 'ph_aa', 'ph_ae'])
  expect(writing && [hasBody(writing), textOfCommand(writing, '')]).toEqual([true, 'message $& {body}'])
  expect(writing && textOfCommand(writing, 'go $1')).toBe('message $& {body} go $1')
  expect(commandOf([name])).toBeNull()
})

test('a command has its words and its name as parts, without silence, with an honorific as part of the name', async () => {
  const phrases = [{ text: '{name}に電話', spoken: '{name} に でんわ' }]
  const { partsOf, words } = await compileGrammar({ phrases, names: [{ text: '佐藤', spoken: ['さとう'] }], endings: ['さん'] })
  const [name = '', ending = '', to = '', phone = ''] = words.keys()
  const segments = ['<sil>', name, ending, to, '<sil>', phone].map((word, index) => ({
    word,
    variant: 1,
    start: index * 10,
    end: index * 10 + 10,
    score: -1,
    posterior: 0,
  }))
  const parts = partsOf(segments)
  expect(parts.map((part) => part.phones.join(' '))).toEqual(['S AA T OW S AA NG', 'N IY D EH N W AA'])
  expect(parts.map((part) => part.segments.map(({ word }) => word))).toEqual([
    [name, ending],
    [to, phone],
  ])
})

test('kana become phones: long vowels are one phone, and small kana belong to the kana before', () => {
  expect(kanaPhones('とうきょう')[0]).toBe('T OW K Y OW')
  expect(kanaPhones('しゃしん')[0]).toBe('SH AA SH IY NG')
  expect(kanaPhones('さくら')).toContain('S AA K UW L AA')
  expect(kanaPhones('がっこう')).toEqual(kanaPhones('ガッコウ'))
})

test('a text without a reading has no pronunciation', async () => {
  expect(await pronounce('佐藤')).toEqual([])
  expect(await pronounce('john')).toEqual(['JH AA N'])
})

test('marks are not part of a pronunciation, and letters beyond ASCII have none', async () => {
  expect(await pronounce('José')).toEqual(await pronounce('jose'))
  expect(await pronounce('José')).not.toEqual([])
  expect(await pronounce('Жж')).toEqual([])
})

test.each([
  ['aiko', 'アイコ'],
  ['shinichi', 'シニチ'],
  ['junko', 'ジュンコ'],
  ['hattori', 'ハットリ'],
  ['ohno', 'オーノ'],
  ['kyoko', 'キョコ'],
  ['robert', null],
  ['smith', null],
])('the name "%s" in Latin letters is read as %s', (letters, kana) => {
  expect(kanaOfRomaji(letters)).toBe(kana)
})

test('a name has the pronunciation of its own language beside the English one', async () => {
  expect(await pronounceName('Nguyễn')).toEqual(expect.arrayContaining(['N UW Y EH N', 'W IH N']))
  expect(await pronounceName('Aiko')).toContain('AA IY K OW')
  expect(await pronounceName('Łukasz')).toContain('L UW K AA SH')
  expect(await pronounceName('Kate')).toEqual(['K EY T']) // not か and て
  expect(await pronounceName('constructor')).toEqual(await pronounce('constructor'))
})

test('a word is computed once for callers at the same time, and a failure is not kept', async () => {
  const guess = vi.mocked(lettersToPhones)
  guess.mockClear()
  const [first, second] = await Promise.all([pronounce('Priya'), pronounce('priya')])
  expect(first).toEqual(second)
  expect(first).toHaveLength(1)
  expect(guess).toHaveBeenCalledTimes(1)
  guess.mockRejectedValueOnce(new Error('no memory'))
  expect(await Promise.all([pronounce('Haruka'), pronounce('john')])).toEqual([[], ['JH AA N']])
  expect(await pronounce('Haruka')).toHaveLength(1)
})

test('the distance of phones is 0 for the same, less within a class, and ignores silence', () => {
  const call = 'K AO L'.split(' ')
  expect(phoneDistance(call, ['SIL', ...call, 'SIL'])).toBe(0)
  expect(phoneDistance(call, ['G', 'AO', 'L'])).toBeLessThan(phoneDistance(call, ['S', 'AO', 'L']))
  expect(phoneDistance(call, [])).toBe(1)
  expect(phoneDistance(call, 'DH AH W EH DH ER IH Z N AY S'.split(' '))).toBeGreaterThan(1)
})
