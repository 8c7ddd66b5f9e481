import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { peopleRoutes } from '@noroshi/contract/accounts/people.http'
import { type TestUser, type TestServer, startTestServer } from '#/testing/test-server.ts'

let noroshi: TestServer
let ben: TestUser
beforeAll(async () => {
  noroshi = await startTestServer()
  ;[ben] = await noroshi.people('Ben')
  await insertUsers(
    ['Aiko', 'Mori'],
    ['Maiko', 'Ito'],
    ['Aiden', ''],
    ['愛子', '森'],
    ['Mary Ann', 'O’Neil'],
    ['ｱｲｺ', 'サトウ'],
    ['Émile', 'Zola'],
    ['100%', '_a\\b'],
    ['はるか', '渡邊'],
    ['ハルカ', '渡辺'],
    ['健', '髙橋'],
    ['一', '齋藤'],
    ['Zoë', 'Müller'],
    ['Søren', 'Straße'],
  )
})
afterAll(() => noroshi[Symbol.asyncDispose]())

async function insertUsers(...names: [firstName: string, lastName: string][]): Promise<void> {
  const rows = names.map(([first_name, last_name]) => {
    const id = uuidv7()
    return { id, email: `${id}@example.org`, password_hash: 'none', first_name, last_name }
  })
  await noroshi.db.insertInto('users').values(rows).execute()
}
const searchNames = async (name: string) =>
  (await ben.fetch(peopleRoutes.search, { query: { name } })).items.map(({ fullName }) => fullName)

test.each<[search: string, found: string[]]>([
  // Names that start with the text come first, in either order of names; then names that contain it.
  ['aik', ['Aiko Mori', 'Maiko Ito']],
  ['ＡＩＫＯ', ['Aiko Mori', 'Maiko Ito']],
  ['  mori ', ['Aiko Mori']],
  ['aiko mori', ['Aiko Mori']],
  ['Mori  Aiko', ['Aiko Mori']],
  ['mori ai', ['Aiko Mori']],
  ['ai mo', ['Aiko Mori']],
  ['愛', ['愛子 森']],
  ['子', ['愛子 森']],
  ['森愛子', ['愛子 森']],
  ['愛子森', ['愛子 森']],
  ['森　愛', ['愛子 森']],
  ['アイコ', ['ｱｲｺ サトウ']],
  ['ｻﾄｳ', ['ｱｲｺ サトウ']],
  ['ann', ['Mary Ann O’Neil']],
  ['ÉMILE', ['Émile Zola']],
  ['さとう', ['ｱｲｺ サトウ']],
  ['はるか', ['はるか 渡邊', 'ハルカ 渡辺']],
  ['ﾊﾙｶ', ['はるか 渡邊', 'ハルカ 渡辺']],
  ['渡邉はるか', ['はるか 渡邊', 'ハルカ 渡辺']],
  ['渡辺 ハルカ', ['はるか 渡邊', 'ハルカ 渡辺']],
  ['高橋', ['健 髙橋']],
  ['斎藤', ['一 齋藤']],
  ['齊藤一', ['一 齋藤']],
  ['zoe', ['Zoë Müller']],
  ['muller', ['Zoë Müller']],
  ['mueller z', ['Zoë Müller']],
  ['MÜLLER ZOË', ['Zoë Müller']],
  ['soren', ['Søren Straße']],
  ['strasse soeren', ['Søren Straße']],
  ['emile', ['Émile Zola']],
  ["o'neil", ['Mary Ann O’Neil']],
  ['\u200b', []],
  ['%', ['100% _a\\b']],
  ['_', ['100% _a\\b']],
  ['a\\b', ['100% _a\\b']],
  ['aikoz', []],
  ["'; --", []],
])('a search for %s finds the right users', async (search, found) => {
  expect(await searchNames(search)).toEqual(found)
})

test('a short name comes before longer names that start with it', async () => {
  await insertUsers(['Aidena', ''], ['Aide', ''])
  expect(await searchNames('aide')).toEqual(['Aide', 'Aiden', 'Aidena'])
})

test('a search returns at most twenty users, names that start with the text first', async () => {
  await insertUsers(...Array.from({ length: 25 }, (_, index): [string, string] => [`Xan${index}`, '']), ['Yxan', ''])
  const found = await searchNames('xan')
  expect(found).toHaveLength(20)
  expect(found.every((name) => name.startsWith('Xan'))).toBe(true)
})

test('a search does not find deactivated users, and an empty search gets 400', async () => {
  await insertUsers(['Gone', 'Away'])
  await noroshi.db.updateTable('users').set({ is_active: false }).where('first_name', '=', 'Gone').execute()
  expect(await searchNames('gone')).toEqual([])
  for (const query of [{}, { name: '' }, { name: ' 　' }, { name: 'a'.repeat(101) }])
    expect((await ben.request(peopleRoutes.search, { query })).status).toBe(400)
})
