import { LANGUAGES } from '@noroshi/contract/i18n'
import type { Plugin } from 'vite'

const TEXTS = new RegExp(String.raw`^virtual:(first|other)-texts-(${LANGUAGES.join('|')})$`)
/** The prefix by which other plugins leave a module alone. */
const RESOLVED = '\0'

/**
 * Adds modules with the texts of one language: `virtual:first-texts-<language>` contains those of the first screen,
 * `virtual:other-texts-<language>` all others. A browser loads one language (decisions/0152).
 */
export function textsPlugin(): Plugin {
  return {
    name: 'noroshi-texts',
    resolveId: (id) => (TEXTS.test(id) ? RESOLVED + id : null),
    async load(id) {
      const [, part, language] = (id.startsWith(RESOLVED) && TEXTS.exec(id.slice(RESOLVED.length))) || []
      if (part === undefined || language === undefined) return null
      const [{ firstMessages }, { messages }] = await Promise.all([
        import('@noroshi/contract/first-messages'),
        import('@noroshi/contract/messages'),
      ])
      const entries = Object.entries(messages).filter(([key]) => Object.hasOwn(firstMessages, key) === (part === 'first'))
      const texts = Object.fromEntries(entries.map(([key, text]) => [key, new Map(Object.entries(text)).get(language)]))
      // A browser parses JSON faster than code.
      return `export default JSON.parse(${JSON.stringify(JSON.stringify(texts))})`
    },
  }
}
