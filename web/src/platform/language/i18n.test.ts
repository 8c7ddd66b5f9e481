import { beforeEach, expect, test, vi } from 'vitest'
import { LANGUAGES } from '@noroshi/contract/i18n'
import { messages } from '@noroshi/contract/messages'
import { texts } from '@noroshi/contract/texts'
import loaders from 'virtual:texts'
import { fakeStorage } from '../device/device.fake.ts'

// Each test has a page of its own, whose start has loaded the first English texts.
let page: typeof import('./i18n.ts')
/** Resolves when the first texts in Japanese may load; rejects if they cannot be loaded. */
let permission: Promise<void>
let hasJapaneseOfAdmins: boolean

vi.stubGlobal('document', { documentElement: {} })

beforeEach(async () => {
  vi.resetModules()
  vi.doUnmock('virtual:admin-texts-en')
  vi.doMock('virtual:first-texts-ja', async (original) => {
    await permission
    return original()
  })
  hasJapaneseOfAdmins = false
  vi.doMock('virtual:admin-texts-ja', (original) => {
    hasJapaneseOfAdmins = true
    return original()
  })
  fakeStorage()
  permission = Promise.resolve()
  page = await import('./i18n.ts')
  await page.startLanguage()
})

test('each text is in one of the files of each language', async () => {
  for (const language of LANGUAGES) {
    const files = await Promise.all(Object.values(loaders[language]).map((load) => load()))
    const entries = files.flatMap(({ default: found }) => Object.entries(found))
    expect(entries.map(([key]) => key).toSorted()).toEqual(Object.keys(messages).toSorted())
    expect(texts[language]).toMatchObject(Object.fromEntries(entries))
  }
})

test('a language whose texts cannot be loaded changes nothing', async () => {
  permission = Promise.reject(new Error('offline'))
  await expect(page.setLanguage('ja')).rejects.toThrow()
  expect([page.currentLanguage(), page.storedLanguage(), page.text('feeds.title')]).toEqual(['en', null, 'Feeds'])
})

test('a screen is opened while the texts of another language load: it has all its texts in that language', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  permission = promise
  const changed = page.setLanguage('ja')
  await page.loadTexts() // in English
  resolve()
  await changed
  expect(page.text('feeds.none')).toBe(messages['feeds.none'].ja)
})

test('the administration loads its texts in all languages, so that the language changes without a connection', async () => {
  await page.loadTexts()
  expect(hasJapaneseOfAdmins).toBe(false)
  await page.loadTexts('admin')
  await expect.poll(() => hasJapaneseOfAdmins).toBe(true)
})

test('a page without the texts of the administration has all others, in each language', async () => {
  vi.doMock('virtual:admin-texts-en', () => Promise.reject(new Error('offline')))
  await expect(page.loadTexts('admin')).rejects.toThrow()
  await page.loadTexts()
  expect(page.text('feeds.none')).toBe(messages['feeds.none'].en)
  await page.setLanguage('ja')
  expect(page.text('feeds.none')).toBe(messages['feeds.none'].ja)
  expect(hasJapaneseOfAdmins).toBe(false)
})

test('the administration has its texts also after a change of the language', async () => {
  await page.loadTexts('admin')
  expect(page.text('backup.title')).toBe(messages['backup.title'].en)
  await page.setLanguage('ja')
  expect([page.text('backup.title'), page.text('feeds.none')]).toEqual([messages['backup.title'].ja, messages['feeds.none'].ja])
})

test('of two languages that are chosen one after the other, the last one remains', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  permission = promise
  const changes = [page.setLanguage('ja'), page.setLanguage('en')]
  resolve()
  await Promise.all(changes)
  expect([page.currentLanguage(), page.storedLanguage()]).toEqual(['en', 'en'])
})
