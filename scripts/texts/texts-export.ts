import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { LANGUAGES } from '../../contract/src/i18n.ts'
import { readCatalogues } from './catalogue-source.ts'
import { formatPo } from './po.ts'
import { poFile, root, translationFile } from './paths.ts'
import { entriesOf, type Translation } from './translation.ts'

// Writes the texts of each language as a PO file for translators: `npm run texts:export`, or for one language, also a new
// one, `npm run texts:export -- id`.
const asked = process.argv.slice(2)
const catalogues = readCatalogues(root)
for (const language of asked.length > 0 ? asked : LANGUAGES) {
  const [tag] = Intl.PluralRules.supportedLocalesOf(language)
  if (tag !== language || !/^[a-z]{2,3}$/.test(language)) throw new Error(`${language} is no tag of a language without a region`)
  const stored = translationFile(language)
  // `as`: texts:import wrote the file.
  const translation = existsSync(stored) ? (JSON.parse(readFileSync(stored, 'utf8')) as Translation) : {}
  const entries = entriesOf(language, catalogues, translation)
  const file = poFile(language)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, formatPo({ language, entries }))
  const missing = entries.filter(({ translation: text }) => text === '').length
  console.log(`${path.relative(root, file)}: ${entries.length} texts, ${missing} of them without a translation`)
}
