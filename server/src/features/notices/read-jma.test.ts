import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readXml } from '#/ports/xml/read-xml.ts'
import { areasIn, highest, NoticeRefused } from './parsed-notice.ts'
import { readJma } from './read-jma.ts'

const folder = path.join(import.meta.dirname, 'fixtures')
const read = async (file: string) => readJma(readXml(await readFile(path.join(folder, file))))

/** Kind, status, severity and whether it is over, of each document. */
const EXPECTED = {
  'earthquake-01-first-intensity': ['earthquake', 'actual', 'severe', false],
  'earthquake-02-hypocentre': ['earthquake', 'actual', null, false],
  'earthquake-03-strong': ['earthquake', 'actual', 'extreme', false],
  'earthquake-04-light': ['earthquake', 'actual', 'minor', false],
  'earthquake-05-corrected': ['earthquake', 'actual', 'extreme', false],
  'earthquake-06-withdrawn': ['earthquake', 'actual', null, true],
  'earthquake-07-exercise': ['earthquake', 'exercise', 'extreme', false],
  'earthquake-08-test': ['earthquake', 'test', 'extreme', false],
  'earthquake-09-far-away': ['earthquake', 'actual', null, false],
  'earthquake-10-elements': ['earthquake', 'actual', null, false],
  'earthquake-11-activity': ['earthquake', 'actual', null, false],
  'tsunami-01-major-warning': ['tsunami', 'actual', 'extreme', false],
  'tsunami-02-warning': ['tsunami', 'actual', 'severe', false],
  'tsunami-03-advisory': ['tsunami', 'actual', 'moderate', false],
  'tsunami-04-slight-change': ['tsunami', 'actual', 'minor', false],
  'tsunami-05-over': ['tsunami', 'actual', null, true],
  'tsunami-06-information': ['tsunami', 'actual', 'extreme', false],
  'tsunami-07-offshore': ['tsunami', 'actual', null, false],
  'tsunami-08-exercise': ['tsunami', 'exercise', 'extreme', false],
  'tsunami-09-withdrawn': ['tsunami', 'actual', null, true],
  'weather-01-emergency': ['weather', 'actual', 'extreme', false],
  'weather-02-warning': ['weather', 'actual', 'severe', false],
  'weather-03-advisory': ['weather', 'actual', 'moderate', false],
  'weather-04-over': ['weather', 'actual', null, true],
  'weather-05-reduced': ['weather', 'actual', 'moderate', false],
  'weather-06-exercise': ['weather', 'exercise', 'extreme', false],
  'weather-07-test': ['weather', 'test', 'severe', false],
  'weather-08-other-office': ['weather', 'actual', 'severe', false],
  'weather-09-headline-only': ['weather', 'actual', 'extreme', false],
  'weather-10-landslide': ['weather', 'actual', 'severe', false],
  'weather-11-flood-danger': ['weather', 'actual', 'severe', false],
  'weather-12-flood-happened': ['weather', 'actual', 'extreme', false],
  'weather-13-flood-advisory-over': ['weather', 'actual', null, true],
  'weather-14-tornado': ['weather', 'actual', 'moderate', false],
  'weather-15-record-rain': ['weather', 'actual', 'severe', false],
} as const

test.each(Object.entries(EXPECTED))('%s is read as it was written', async (name, [kind, status, severity, isCancelled]) => {
  const notice = await read(`jma/${name}.xml`)
  const found = highest(notice.areas.map((area) => area.severity)) ?? notice.severity
  expect([notice.kind, notice.status, found, notice.isCancelled]).toEqual([kind, status, severity, isCancelled])
  expect(notice.headline).not.toBe('')
  expect(notice.language).toBe('ja')
  expect(notice.sentAt.toISOString()).toBe('2026-11-30T01:05:00.000Z')
  expect(notice.expiresAt > notice.sentAt).toBe(true)
})

test('each document has an expectation, and each has another identity', async () => {
  const files = (await readdir(path.join(folder, 'jma'))).filter((file) => file.endsWith('.xml'))
  expect(files.map((file) => file.replace('.xml', '')).toSorted()).toEqual(Object.keys(EXPECTED).toSorted())
  expect(files.length).toBeGreaterThanOrEqual(30)
})

test('early warnings, forecasts and eruptions are refused', async () => {
  const files = await readdir(path.join(folder, 'jma-refused'))
  expect(files).toHaveLength(4)
  for (const file of files) await expect(read(`jma-refused/${file}`)).rejects.toThrow(NoticeRefused)
})

test('the severity of an area is its own, not that of the whole notice', async () => {
  const { areas } = await read('jma/tsunami-01-major-warning.xml')
  const of = (...filter: string[]) => highest(areasIn(areas, filter).map(({ severity }) => severity))
  expect([of('宮城県'), of('岩手県'), of('380'), of('高知県'), of('北海道')]).toEqual([
    'extreme',
    'severe',
    'moderate',
    'minor',
    null,
  ])
  const quake = await read('jma/earthquake-03-strong.xml')
  const city = areasIn(quake.areas, ['大船渡市'])
  expect(city).toEqual([{ name: '大船渡市', code: '0320300', severity: 'severe' }])
  expect(quake.description).toContain('震源地：宮城県沖\nマグニチュード：7.2\n最大震度：6強')
})

test.each([
  ['another status', '<Status>通常</Status>', '<Status>不明</Status>'],
  ['a time without an offset', '2026-11-30T10:05:00+09:00</ReportDateTime>', '2026-11-30T10:05:00</ReportDateTime>'],
  ['another namespace', 'http://xml.kishou.go.jp/jmaxml1/"', 'http://example.org/"'],
  ['no body', /<Body[^]*<\/Body>/g, ''],
])('a document with %s is refused', async (_, before, after) => {
  const text = await readFile(path.join(folder, 'jma/earthquake-03-strong.xml'), 'utf8')
  expect(() => readJma(readXml(Buffer.from(text.replaceAll(before, after))))).toThrow(NoticeRefused)
})
