import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { peopleRoutes } from '@noroshi/contract/accounts/people.http'
import { type Person, type Unit, unit } from '#/testing/unit.ts'

let noroshi: Unit
let ben: Person
beforeAll(async () => {
  noroshi = await unit()
  ;[ben] = await noroshi.people('Ben')
  await add(
    ['Aiko', 'Mori'],
    ['Maiko', 'Ito'],
    ['Aiden', ''],
    ['愛子', '森'],
    ['Mary Ann', 'O’Neil'],
    ['ｱｲｺ', 'サトウ'],
    ['Émile', 'Zola'],
    ['100%', '_a\\b'],
  )
})
afterAll(() => noroshi[Symbol.asyncDispose]())

async function add(...names: [firstName: string, lastName: string][]): Promise<void> {
  const rows = names.map(([first_name, last_name]) => {
    const id = uuidv7()
    return { id, email: `${id}@example.org`, password_hash: 'none', first_name, last_name }
  })
  await noroshi.db.insertInto('users').values(rows).execute()
}
const finds = async (name: string) =>
  (await ben.gets(peopleRoutes.search, { query: { name } })).items.map(({ fullName }) => fullName)

test.each<[words: string, found: string[]]>([
  // Names that begin with it come first, in either order; then those that have it inside.
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
  ['%', ['100% _a\\b']],
  ['_', ['100% _a\\b']],
  ['a\\b', ['100% _a\\b']],
  ['aikoz', []],
  ["'; --", []],
])('who asks for %s finds the right people', async (words, found) => {
  expect(await finds(words)).toEqual(found)
})

test('a short name stands before the longer ones that begin with it', async () => {
  await add(['Aidena', ''], ['Aide', ''])
  expect(await finds('aide')).toEqual(['Aide', 'Aiden', 'Aidena'])
})

test('twenty people at most are named, those first whose name begins with the words', async () => {
  await add(...Array.from({ length: 25 }, (_, index): [string, string] => [`Xan${index}`, '']), ['Yxan', ''])
  const found = await finds('xan')
  expect(found).toHaveLength(20)
  expect(found.every((name) => name.startsWith('Xan'))).toBe(true)
})

test('nobody finds a deactivated person, and nothing finds everybody', async () => {
  await add(['Gone', 'Away'])
  await noroshi.db.updateTable('users').set({ is_active: false }).where('first_name', '=', 'Gone').execute()
  expect(await finds('gone')).toEqual([])
  for (const query of [{}, { name: '' }, { name: ' 　' }, { name: 'a'.repeat(101) }])
    expect((await ben.asks(peopleRoutes.search, { query })).status).toBe(400)
})
