import { readFile } from 'node:fs/promises'
import { LANGUAGES } from '@noroshi/contract/i18n'
import type { Emoji, Locale } from 'emojibase'
import type { Plugin } from 'vite'
import type { EmojiGroup, NamedEmoji } from './emoji-groups.ts'

/** The module with the emoji of the picker. */
const MODULE = 'virtual:emoji'
/** The prefix by which other plugins leave a module alone. */
const RESOLVED = '\0'
/** The newest version of Emoji whose emoji the stated browsers show. */
const EMOJI_VERSION_MAX = 14

/** Languages in which Emojibase has words. People search in others too. */
const WORDS = LANGUAGES satisfies readonly Locale[]

/** The groups of Emojibase, in their order. */
const EMOJI_GROUPS = [
  'smileys-emotion',
  'people-body',
  'animals-nature',
  'food-drink',
  'travel-places',
  'activities',
  'objects',
  'symbols',
  'flags',
] as const satisfies readonly EmojiGroup['key'][]

async function dataOf(language: string): Promise<ReadonlyMap<string, Emoji>> {
  const file = new URL(`${language}/data.json`, import.meta.resolve('emojibase-data/package.json'))
  const emoji = JSON.parse(await readFile(file, 'utf8')) as Emoji[] // the type of Emojibase
  return new Map(emoji.map((each) => [each.hexcode, each]))
}

async function groupsOfEmoji(): Promise<EmojiGroup[]> {
  const data = await Promise.all(WORDS.map(async (language) => ({ language, byCode: await dataOf(language) })))
  const { groups } = JSON.parse(
    await readFile(new URL('meta/groups.json', import.meta.resolve('emojibase-data/package.json')), 'utf8'),
  ) as { groups: Record<string, string> } // the order of each group
  const shown = [...(data[0]?.byCode.values() ?? [])]
    .filter(({ version }) => version <= EMOJI_VERSION_MAX)
    .toSorted((a, b) => (a.order ?? 0) - (b.order ?? 0))
  const named = ({ hexcode, emoji }: Emoji): NamedEmoji => {
    const own = data.map(({ language, byCode }) => ({ language, ...byCode.get(hexcode) }))
    const words = own.flatMap(({ label = '', tags = [] }) => [label, ...tags])
    return [emoji, Object.fromEntries(own.map(({ language, label = '' }) => [language, label])), [...new Set(words)].join(' ')]
  }
  return EMOJI_GROUPS.map((key) => ({
    key,
    emoji: shown.filter(({ group }) => group !== undefined && groups[group] === key).map(named),
  }))
}

/**
 * Returns the code of the module. Each emoji is a line of its fields, separated by tabs, since names of fields and quotes would take
 * a quarter of its bytes.
 */
function codeOf(groups: readonly EmojiGroup[]): string {
  const lines = groups.map(({ key, emoji }) => [
    key,
    emoji.map(([each, names, words]) => [each, ...WORDS.map((language) => names[language]), words].join('\t')).join('\n'),
  ])
  return `const languages = ${JSON.stringify(WORDS)}
    export default ${JSON.stringify(lines)}.map(([key, lines]) => ({
      key,
      emoji: lines.split('\\n').map((line) => {
        const fields = line.split('\\t')
        const names = Object.fromEntries(languages.map((language, index) => [language, fields[index + 1]]))
        return [fields[0], names, fields[languages.length + 1]]
      }),
    }))`
}

/** Adds the module `virtual:emoji`: the groups of emoji with their names and search words. */
export function emojiPlugin(): Plugin {
  return {
    name: 'noroshi-emoji',
    resolveId: (id) => (id === MODULE ? RESOLVED + id : null),
    async load(id) {
      if (id !== RESOLVED + MODULE) return null
      return codeOf(await groupsOfEmoji())
    },
  }
}
