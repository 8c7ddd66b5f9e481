import { expect, test } from 'vitest'

/** Queries that read into the entity store, which is on disk, or from the device. */
const READ_INTO_STORE = [
  'alerts detail',
  'alerts ledger',
  'alerts list',
  'alerts responders',
  'calls call',
  'calls list',
  'emoji',
  'feeds feed',
  'feeds list',
  'feeds members',
  'feeds membership',
  'feeds pins',
  'feeds post',
  'feeds posts',
  'messages chat',
  'messages drafts',
  'messages hidden',
  'messages members',
  'messages myMembership',
  'messages thread',
  'messages threads',
  'openedDeskCopy',
  'pages list',
  'pages members',
  'pages membership',
  'pages page',
  'people recent',
  'radio history',
  'radio live',
  'radio threads',
]

/** Queries whose screens need the server (decisions/0122). */
const NEED_SERVER = [
  'accounts allowsForgottenPassword',
  'accounts invitation',
  'accounts secondFactor',
  'accounts sessions',
  'admin',
  'alarmApp file',
  'alarmApp state',
  'alerts assignees',
  'alerts coming',
  'alerts locationChoices',
  'alerts notes',
  'alerts raiserContacts',
  'answerLink',
  'calls iceServers',
  'feeds likes',
  'fieldReports box',
  'fieldReports detail',
  'hotspot',
  'https info',
  'https trusted',
  'internet',
  'messages find',
  'messages invitations',
  'messages lastSeen',
  'messages media',
  'messages pins',
  'messages reactions',
  'messages receipts',
  'messages search',
  'messages versions',
  'messages votes',
  'pages comparison',
  'pages revision',
  'pages revisions',
  'people search',
  'radio alert',
  'radio locations',
  'reception',
  'record',
  'reports mine',
  'rollCallArea',
  'rollCallPeople',
  'speech languages',
]

const sources = import.meta.glob<string>(
  ['/src/**/*.{ts,tsx}', '!/src/**/*.test.{ts,tsx}', '!/src/**/testing/**', '!/src/platform/store/paged-query.ts'],
  { query: '?raw', import: 'default', eager: true },
)
const all = Object.values(sources).join('\n')
const VALUE = String.raw`\[[^\]]*\]|\w+(?:\([^)]*\))?`
const DEFINED = new RegExp(String.raw`queryKey: (${VALUE})(?: as const)?,(?:(?!queryKey|[{}])[^])*?queryFn\b`, 'g')
/** A query that replaces the function of a defined one. */
const REPLACED = /\{ \.\.\.\w+, queryFn\b/g

/** Returns the names in a key, up to its first variable part. */
function namesIn(value: string): string[] {
  const [name = ''] = /^\w*/.exec(value) ?? []
  if (name !== '' && name !== 'storedKey') {
    const [, declared] = new RegExp(String.raw`const ${name} = (?:\([^)]*\) => )?(${VALUE})`).exec(all) ?? []
    if (declared === undefined) throw new Error(`The key ${value} is not declared by a constant`)
    return namesIn(declared)
  }
  const parts = value.slice(name.length + 1, -1).split(', ')
  const [first = '', ...others] = parts
  const names = first.startsWith('...') ? namesIn(first.slice('...'.length)) : []
  for (const part of names.length > 0 ? others : parts) {
    if (!part.startsWith("'")) break
    names.push(part.slice(1, -1))
  }
  return names
}

const isIn = (key: string, beginning: string) => `${key} `.startsWith(`${beginning} `)
const defined = [...all.matchAll(DEFINED)].map(([, value = '']) => namesIn(value).join(' '))
const stored = [...all.matchAll(/storedKey\((['\w, ]+)\)/g)].map(([, names = '']) => names.replaceAll(/[',]/g, ''))

test('each query is readable without a connection, or its screens are listed as those that need the server', () => {
  expect(defined.length).toBe(all.match(/queryFn[:(]/g)!.length - all.match(REPLACED)!.length)
  const listsOf = (key: string) =>
    [...stored, ...READ_INTO_STORE, ...NEED_SERVER].filter((beginning) => isIn(key, beginning)).length
  expect(defined.filter((key) => listsOf(key) !== 1)).toEqual([])
})

test('each declared key is that of a query', () => {
  const unused = [...stored, ...READ_INTO_STORE, ...NEED_SERVER].filter(
    (beginning) => !defined.some((key) => isIn(key, beginning)),
  )
  expect(unused).toEqual([])
})
