import fc from 'fast-check'
import { expect, test } from 'vitest'
import { READ_ALOUD_MAX } from '@noroshi/contract/limits'
import type { Message } from '@noroshi/contract/messaging/messaging.http'
import { SpokenPart, SpokenRequest } from '@noroshi/contract/speech/speech-service'
import { spokenMessage, spokenText } from './spoken-text.ts'

const read = (text: string) => spokenText(text).map((part) => part.text)
const readBy = (text: string) => spokenText(text).map(({ language, text: part }) => `${language}: ${part}`)

test.each([
  ['See https://www.example.org/a?b=1&c=2.', 'See a link to example.org'],
  ['Write to aiko.sato@example.org please', 'Write to an email address please'],
  ['**Road** is _closed_, `now`', 'Road is closed, now'],
  ['# Title\n- one\n- two\n> three', 'Title, one, two, three'],
  ['[the map](https://example.org/map)', 'the map a link to example.org'],
  ['2 * 3 * 4 and snake_case_name', '2 * 3 * 4 and snake_case_name'],
  ['Fire 🔥🔥🔥!', 'Fire fire!'],
  ['Thanks 👍🏽', 'Thanks thumbs up'],
  ['hello 🎃 there', 'hello there'],
  ['1️⃣ first', '1 first'],
  ['Call 090-1234-5678', 'Call 0 9 0, 1 2 3 4, 5 6 7 8'],
  ['at 14:30, room 12', 'at 14:30, room 12'],
  ['3 km, 20 m and 5 kg', '3 kilometres, 20 metres and 5 kilograms'],
  ['help!!!!!!', 'help!'],
  ['naïve café', 'naive cafe'],
  ['\u202Eabc\u200B def', 'abc def'],
  ['one\ntwo', 'one, two'],
  ['<script>alert(1)</script>', '<script>alert(1)</script>'],
])('English %j is read as %j', (text, expected) => {
  expect(read(text)).toEqual([expected])
})

test.each([
  ['水は https://example.org で', '水は example.orgへのリンク で'],
  ['橋は通れません😭😭。', '橋は通れません 泣き顔。'],
  ['ありがとうwww', 'ありがとう、笑い。'],
  ['そうですね(笑)', 'そうですね、笑い。'],
  ['080-1234-5678まで', '0 8 0, 1 2 3 4, 5 6 7 8まで'],
  ['**通行止め**です！！！', '通行止めです！'],
])('Japanese %j is read as %j', (text, expected) => {
  expect(readBy(text)).toEqual([`ja: ${expected}`])
})

test('each sentence is read in its language, and a sentence without letters in the language of the previous one', () => {
  expect(readBy('Meet at the hall. 佐藤さんは学校にいます。 14:30。 OK?')).toEqual([
    'en: Meet at the hall.',
    'ja: 佐藤さんは学校にいます。 14:30。',
    'en: OK?',
  ])
  expect(readBy('NTTの電話は使えます')).toEqual(['ja: NTTの電話は使えます'])
})

test('texts without anything to read have no parts', () => {
  for (const text of ['', ' \n', '…', '🎃', '---', '!!!']) expect(spokenText(text)).toEqual([])
})

test('a long text ends at the end of a sentence with the note that there is more', () => {
  const parts = spokenText('The river is rising. '.repeat(100))
  const all = parts.map(({ text }) => text).join(' ')
  expect(all.endsWith('The river is rising. There is more on the screen.')).toBe(true)
  expect(all.length).toBeLessThan(READ_ALOUD_MAX + 60)
  expect(spokenText('水'.repeat(1000)).at(-1)?.text).toContain('続きは画面にあります。')
})

test('a line of telephone numbers, which become longer, is a valid request', () => {
  const parts = spokenText(Array.from({ length: 30 }, () => '090-1234-5678').join(' or '))
  expect(parts.length).toBeGreaterThan(0)
  for (const part of parts) expect(SpokenPart.safeParse(part).success).toBe(true)
})

test('any text becomes a valid request', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 3000 }), (text) => {
      const parts = spokenText(text)
      if (parts.length > 0) SpokenRequest.parse({ parts, mimeType: 'audio/webm' })
    }),
  )
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('水', 'a', '.', '。', '\n', ' ', '🔥', 'ｗ', '*', '_', '1', 'https://a.b/'), { maxLength: 600 }),
      (signs) => {
        const parts = spokenText(signs.join(''))
        if (parts.length > 0) SpokenRequest.parse({ parts, mimeType: 'audio/webm' })
      },
    ),
  )
})

const message = (fields: object) =>
  // `as`: the fields that are read.
  ({
    text: '',
    messageMedias: [],
    latitude: null,
    sender: { firstName: 'Mei', lastName: 'Lin', fullName: 'Mei Lin' },
    ...fields,
  }) as unknown as Message
const said = (fields: object) => spokenMessage(message(fields)).map(({ language, text }) => `${language}: ${text}`)
const media = (type: string) => [{ type }]

test('a message is read with the name of its sender, each in its language', () => {
  const sender = { firstName: '遥', lastName: '佐藤', fullName: '遥 佐藤' }
  expect(said({ text: 'We are safe.' })).toEqual(['en: Mei Lin', 'en: We are safe.'])
  expect(said({ text: '無事です。' })).toEqual(['en: Mei Lin', 'ja: 無事です。'])
  expect(said({ text: '50', sender })).toEqual(['ja: 佐藤遥さん', 'ja: 50'])
})

test('a message without words is read as what was sent', () => {
  expect(said({ messageMedias: media('image/jpeg') })).toEqual(['en: Mei Lin', 'en: sent a photo.'])
  expect(said({ messageMedias: media('audio/webm') })).toEqual(['en: Mei Lin', 'en: sent a voice message.'])
  expect(said({ messageMedias: media('application/pdf') })).toEqual(['en: Mei Lin', 'en: sent a file.'])
  expect(said({ latitude: 38 })).toEqual(['en: Mei Lin', 'en: sent a location.'])
  expect(said({ text: '🎃' })).toEqual(['en: Mei Lin', 'en: an emoji'])
})
