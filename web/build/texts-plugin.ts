import { LANGUAGES, type Texts } from '@noroshi/contract/i18n'
import type { Plugin } from 'vite'

const OF_LANGUAGE = new RegExp(String.raw`^virtual:(first|other|admin)-texts-(${LANGUAGES.join('|')})$`)
/** The module that loads the texts of each language. */
const LOADERS = 'virtual:texts'
/** Catalogues whose texts a script contains in all languages, by the prefix of their keys. */
const OF_PREFIX = /^virtual:texts-(plainPage|push)$/
/** The prefix by which other plugins leave a module alone. */
const RESOLVED = '\0'

/**
 * Adds modules with texts. `virtual:first-texts-<language>` contains those of the first screen in one language,
 * `virtual:admin-texts-<language>` those of the administration, `virtual:other-texts-<language>` all others, and
 * `virtual:texts` loads them. A browser loads one language
 * (decisions/0152). `virtual:texts-<prefix>` has the texts of a prefix in all languages, for the scripts outside of the
 * application.
 */
export function textsPlugin(): Plugin {
  return {
    name: 'noroshi-texts',
    resolveId: (id) => (id === LOADERS || OF_LANGUAGE.test(id) || OF_PREFIX.test(id) ? RESOLVED + id : null),
    async load(id) {
      if (!id.startsWith(RESOLVED)) return null
      const name = id.slice(RESOLVED.length)
      if (name === LOADERS) return loaders()
      const { texts } = await import('@noroshi/contract/texts')
      const [, prefix] = OF_PREFIX.exec(name) ?? []
      if (prefix !== undefined) return `export default ${JSON.stringify(textsOfPrefix(texts, `${prefix}.`))}`
      const [, part, language] = OF_LANGUAGE.exec(name) ?? []
      if (part === undefined || language === undefined) return null
      const [{ adminMessages }, { firstMessages }, { messages }] = await Promise.all([
        import('@noroshi/contract/admin-messages'),
        import('@noroshi/contract/first-messages'),
        import('@noroshi/contract/messages'),
      ])
      const entries = Object.entries(new Map(Object.entries(texts)).get(language) ?? {})
      const partOf = (key: string) =>
        Object.hasOwn(firstMessages, key) ? 'first' : Object.hasOwn(adminMessages, key) ? 'admin' : 'other'
      const shown = entries.filter(([key]) => Object.hasOwn(messages, key) && partOf(key) === part)
      // A browser parses JSON faster than code.
      return `export default JSON.parse(${JSON.stringify(JSON.stringify(Object.fromEntries(shown)))})`
    },
  }
}

/** Returns the code of the module that imports the texts of a language. */
function loaders(): string {
  const imports = LANGUAGES.map(
    (language) => `${language}: {
      first: () => import('virtual:first-texts-${language}'),
      other: () => import('virtual:other-texts-${language}'),
      admin: () => import('virtual:admin-texts-${language}'),
    }`,
  )
  return `export default { ${imports.join(', ')} }`
}

/** Returns the texts of each language whose keys have a prefix. */
const textsOfPrefix = (texts: Readonly<Record<string, Texts>>, prefix: string): Readonly<Record<string, Texts>> =>
  Object.fromEntries(
    Object.entries(texts).map(([language, all]) => [
      language,
      Object.fromEntries(Object.entries(all).filter(([key]) => key.startsWith(prefix))),
    ]),
  )
