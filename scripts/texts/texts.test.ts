import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { verifierMessages } from '../../contract/src/record/verifier.messages.ts'
import { texts } from '../../contract/src/texts.ts'
import { ONLY_FORM, readCatalogues, replaceStrings, textsOfSource } from './catalogue-source.ts'
import { root } from './paths.ts'
import { formatPo, parsePo, type PoEntry } from './po.ts'
import { entriesOf, readEntries, translationOf } from './translation.ts'

const SOURCE = `
/** Texts of the lake. */
export const lakeMessages = defineMessages({
  // A heading.
  'lake.title': { en: "The lake's level", ja: '湖の水位' },
  'lake.boats': { en: { one: '1 boat', other: '{count} boats' }, ja: '舟{count}艘' },
  'lake.at': {
    en: 'At {place}: {metres} m',
    ja: '{place}：{metres} m',
  },
})
`
const lake = textsOfSource('lake.messages.ts', SOURCE)
const translated = (entries: readonly PoEntry[]) => entries.map((entry) => ({ ...entry, translation: `x ${entry.source}` }))
const problemsOf = (entries: readonly PoEntry[]) => readEntries('pl', lake, entries).problems

test('the catalogues are read as the product reads them', () => {
  const catalogues = readCatalogues(root)
  // The verifier is a page apart from the application.
  const keys = [...Object.keys(texts.en), ...Object.keys(verifierMessages)]
  expect(catalogues.map(({ key }) => key).toSorted()).toEqual(keys.toSorted())
  for (const language of ['en', 'ja'] as const) {
    const read = catalogues.map(({ key, languages }) => {
      const forms = [...languages.get(language)!].map(([form, { value }]) => [form, value] as const)
      return [key, Object.fromEntries(forms)] as const
    })
    const apart = Object.entries(verifierMessages).map(([key, languages]) => [key, languages[language]] as const)
    const expected = [...Object.entries(texts[language]), ...apart].map(
      ([key, text]) => [key, typeof text === 'string' ? { [ONLY_FORM]: text } : text] as const,
    )
    expect(Object.fromEntries(read)).toEqual(Object.fromEntries(expected))
  }
})

test('a PO file that is written and read has the same texts', () => {
  const [entry] = entriesOf('ja', lake, {})
  const odd = ['a "word"', 'one\ntwo', String.raw`\n is not a line`, 'a\ttab', '日本語']
  const entries = odd.map((text, index) => ({ ...entry!, context: `key.${index}`, source: text, translation: text }))
  expect(parsePo(formatPo({ language: 'ja', entries }))).toEqual({ language: 'ja', entries })
})

test('a PO file of an editor is read: wrapped lines, flags, and entries that it has kept aside', () => {
  const file = [
    'msgid ""\nmsgstr ""\n"Language: pl\\n"',
    '#, fuzzy, c-format\nmsgctxt "a"\nmsgid ""\n"one "\n"two"\nmsgstr "raz "\n"dwa"',
    '#~ msgctxt "old"\n#~ msgid "old"\n#~ msgstr "co"',
  ].join('\n\n')
  expect(parsePo(file)).toMatchObject({
    language: 'pl',
    entries: [{ context: 'a', source: 'one two', translation: 'raz dwa', flags: ['fuzzy', 'c-format'] }],
  })
  expect(() => parsePo('msgid_plural "x"')).toThrow('msgid_plural')
})

test.each(['en', 'ja'])('catalogues that are exported and imported stay as they are (%s)', (language) => {
  const catalogues = readCatalogues(root)
  const { entries } = parsePo(formatPo({ language, entries: entriesOf(language, catalogues, {}) }))
  const { strings, problems } = readEntries(language, catalogues, entries)
  expect(problems).toEqual([])
  const changes = catalogues.flatMap(({ key, languages }) =>
    [...languages.get(language)!].map(([form, old]) => [old, strings.get(key)!.get(form)!] as const),
  )
  expect(changes.filter(([old, text]) => old.value !== text)).toEqual([])
  const { file } = catalogues[0]!
  const source = readFileSync(path.join(root, file), 'utf8')
  const ofFile = catalogues
    .filter((text) => text.file === file)
    .flatMap(({ languages }) => [...languages.get(language)!.values()])
  expect(
    replaceStrings(
      source,
      ofFile.map((old) => [old, old.value]),
    ),
  ).toBe(source)
})

test('an imported text replaces the text of its language and form only', () => {
  const boats = lake[1]!.languages
  const written = replaceStrings(SOURCE, [
    [boats.get('en')!.get('one')!, "1 boat's"],
    [boats.get('ja')!.get(ONLY_FORM)!, '舟は{count}艘'],
  ])
  expect(written).toBe(SOURCE.replace("'1 boat'", String.raw`'1 boat\'s'`).replace('舟{count}艘', '舟は{count}艘'))
  expect(textsOfSource('lake.messages.ts', written)[1]!.languages.get('en')!.get('one')!.value).toBe("1 boat's")
})

test('a translator gets the key, the comments and the plural forms of the language', () => {
  const contexts = entriesOf('pl', lake, {}).map(({ context, source }) => [context, source] as const)
  expect(new Map(contexts)).toEqual(
    new Map([
      ['lake.title', "The lake's level"],
      ['lake.boats [one]', '1 boat'],
      ['lake.boats [few]', '{count} boats'],
      ['lake.boats [many]', '{count} boats'],
      ['lake.boats [other]', '{count} boats'],
      ['lake.at', 'At {place}: {metres} m'],
    ]),
  )
  expect(entriesOf('pl', lake, {})[0]!.comments).toEqual(['Texts of the lake.', 'A heading.'])
})

test('a translator reads that the Spanish form `many` is for millions', () => {
  const millions = entriesOf('es', lake, {}).find(({ context }) => context === 'lake.boats [many]')
  expect(millions?.comments).toContain('The form for the numbers 1000000, 2000000')
})

test('the file of a further language that is exported and imported stays as it is', () => {
  const { strings, problems } = readEntries('pl', lake, translated(entriesOf('pl', lake, {})))
  expect(problems).toEqual([])
  const translation = translationOf(strings)
  expect(translation).toMatchObject({
    'lake.title': "x The lake's level",
    'lake.boats': { one: 'x 1 boat', many: 'x {count} boats' },
  })
  expect(translationOf(readEntries('pl', lake, entriesOf('pl', lake, translation)).strings)).toEqual(translation)
})

test.each<[string, string, (entries: readonly PoEntry[]) => readonly PoEntry[]]>([
  ['lacks a text', 'lake.title is missing', (entries) => entries.slice(1)],
  ['has an empty text', 'lake.title is not translated', ([first, ...rest]) => [{ ...first!, translation: ' ' }, ...rest]],
  ['has an uncertain text', 'lake.title is not translated', ([first, ...rest]) => [{ ...first!, flags: ['fuzzy'] }, ...rest]],
  [
    'has a text for an earlier English text',
    'lake.title has another English text: export the texts again',
    ([first, ...rest]) => [{ ...first!, source: 'The lake' }, ...rest],
  ],
  [
    'has another placeholder',
    'lake.title has the placeholders {level} instead of none',
    ([first, ...rest]) => [{ ...first!, translation: 'x {level}' }, ...rest],
  ],
  [
    'lacks a placeholder',
    'lake.at has the placeholders {place} instead of {metres} {place}',
    (entries) => [...entries.slice(0, -1), { ...entries.at(-1)!, translation: '{place}' }],
  ],
  ['has a text twice', 'lake.title is there twice', (entries) => [...entries, entries[0]!]],
  [
    'has a text that does not exist',
    'lake.fish is not a text of the catalogues',
    (entries) => [...entries, { ...entries[0]!, context: 'lake.fish' }],
  ],
])('a PO file that %s is refused', (_name, problem, change) => {
  expect(problemsOf(change(translated(entriesOf('pl', lake, {}))))).toEqual([problem])
})
