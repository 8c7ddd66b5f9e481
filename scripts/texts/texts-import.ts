import { spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { isLanguage } from '../../contract/src/i18n.ts'
import { toolCommand } from '../tools.ts'
import { readCatalogues, replaceStrings, type SourceText } from './catalogue-source.ts'
import { parsePo } from './po.ts'
import { poFile, root, translationFile } from './paths.ts'
import { readEntries, translationOf } from './translation.ts'

// Reads the PO files of `npm run texts:export` back: all of them, or those of the given languages. Languages of the
// catalogues are written into the catalogues, the others each into a file of its own. A file with a problem changes nothing.
const asked = process.argv.slice(2)
const files = asked.length > 0 ? asked.map(poFile) : globSync(poFile('*')).toSorted()
if (files.length === 0) throw new Error('There are no PO files: npm run texts:export writes them')

let hasProblems = false
for (const file of files) {
  const { language, entries } = parsePo(readFileSync(file, 'utf8'))
  const catalogues = readCatalogues(root)
  const { strings, problems } = readEntries(language, catalogues, entries)
  for (const problem of problems) console.error(`${path.relative(root, file)}: ${problem}`)
  hasProblems ||= problems.length > 0
  if (problems.length > 0) continue
  const changed = catalogues.some(({ languages }) => languages.has(language))
    ? writeCatalogues(language, catalogues, strings)
    : writeTranslation(language, strings)
  console.log(`${path.relative(root, file)}: ${entries.length} texts, ${changed} changed files`)
}
process.exit(hasProblems ? 1 : 0)

/** @returns the number of changed files */
function writeCatalogues(
  language: string,
  catalogues: readonly SourceText[],
  strings: ReadonlyMap<string, ReadonlyMap<string, string>>,
): number {
  const changed = [...new Set(catalogues.map(({ file }) => file))].filter((file) => {
    const source = readFileSync(path.join(root, file), 'utf8')
    const changes = catalogues
      .filter((text) => text.file === file)
      .flatMap(({ key, languages }) =>
        [...(languages.get(language) ?? [])].map(([form, old]) => [old, strings.get(key)?.get(form) ?? old.value] as const),
      )
    const written = replaceStrings(source, changes)
    if (written !== source) writeFileSync(path.join(root, file), written)
    return written !== source
  })
  const [command, script] = toolCommand('oxfmt')
  if (changed.length > 0) spawnSync(command, [script, ...changed], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
  return changed.length
}

/** @returns the number of changed files */
function writeTranslation(language: string, strings: ReadonlyMap<string, ReadonlyMap<string, string>>): number {
  const file = translationFile(language)
  const written = `${JSON.stringify(translationOf(strings), null, 2)}\n`
  const isChanged = !existsSync(file) || readFileSync(file, 'utf8') !== written
  mkdirSync(path.dirname(file), { recursive: true })
  if (isChanged) writeFileSync(file, written)
  if (!isLanguage(language)) console.log(`${language} is not offered yet: contract/src/i18n.ts says how to add it`)
  return isChanged ? 1 : 0
}
