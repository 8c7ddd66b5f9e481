import { expect, test } from 'vitest'
import { replaceMentionsOf } from './mention-names.ts'

const at = (userId: string | null, start: number, length: number) => ({ userId, start, length })

test('the mentions of a user are replaced, and the other ones move with their text', () => {
  const text = '@Aiko Mori and @Ben, ask @Aiko Mori or @all!'
  const mentions = [at('ben', 15, 4), at('aiko', 0, 10), at('aiko', 25, 10), at(null, 39, 4)]
  const replaced = replaceMentionsOf('aiko', text, mentions, '@Deleted user')
  expect(replaced.text).toBe('@Deleted user and @Ben, ask @Deleted user or @all!')
  expect(replaced.removed).toEqual(['@Aiko Mori', '@Aiko Mori'])
  expect(replaced.mentions.map(({ userId, start, length }) => [userId, replaced.text.slice(start, start + length)])).toEqual([
    ['ben', '@Ben'],
    [null, '@all'],
  ])
})

test('a text without a mention of the user stays', () => {
  const mentions = [at('ben', 3, 4)]
  expect(replaceMentionsOf('aiko', 'hi @Ben', mentions, 'x')).toEqual({ text: 'hi @Ben', mentions, removed: [] })
})
