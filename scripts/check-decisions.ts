import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

// Checks that each reference to a decision names a record of docs/decisions, in the form `decisions/0052` or, for several,
// `decisions/0052, 0054`; that no two records have one number; and that the index lists each record with its title.
const root = path.resolve(import.meta.dirname, '..')
const folder = 'docs/decisions'
const textOf = (file: string) => readFileSync(path.join(root, file), 'utf8')
const records = readdirSync(path.join(root, folder)).filter((name) => name !== 'README.md')
const numbers = new Set(records.map((name) => name.slice(0, 4)))

/** The numbers of a list may be on several lines of a comment. */
const REFERENCES = /decisions\/(\d{4}(?:(?:,|,?\s+and)\s+(?:\*\s+|\/\/\s+)?\d{4}\b)*)/g
const OTHER_FORM = /\bdecisions? \d{2,4}\b/gi

const faultsOf = (file: string): string[] => {
  const text = textOf(file)
  const named = Array.from(text.matchAll(REFERENCES), ([, list = '']) => list.match(/\d{4}/g) ?? []).flat()
  return [
    ...named.filter((number) => !numbers.has(number)).map((number) => `${file}: there is no decisions/${number}`),
    ...Array.from(text.matchAll(OTHER_FORM), ([reference]) => `${file}: write decisions/ and four digits for '${reference}'`),
  ]
}

/** git grep also reads new files that are not ignored, and skips binary ones. */
const files = execFileSync('git', ['grep', '--untracked', '-lIiE', 'decisions?[/ ][0-9]', '--', '.', ':!package-lock.json'], {
  cwd: root,
  encoding: 'utf8',
})
  .trim()
  .split('\n')

const index = textOf(`${folder}/README.md`).replace(/\s+/g, ' ')
const titleOf = (record: string) => /^# \d+\. (.*)/.exec(textOf(`${folder}/${record}`))?.[1] ?? ''
const unlisted = records.filter((record) => !index.includes(`- [${record.slice(0, 4)}](${record}) ${titleOf(record)}.`))
const listed = Array.from(index.matchAll(/\]\((\d{4}-[^)]*)\)/g), ([, record = '']) => record)

const faults = [
  ...files.flatMap(faultsOf),
  ...unlisted.map((record) => `${folder}/README.md does not list ${record} with its title`),
  ...listed.filter((record) => !records.includes(record)).map((record) => `${folder}/README.md lists ${record}, which is absent`),
  ...records
    .filter((record, at) => record.slice(0, 4) === records[at + 1]?.slice(0, 4))
    .map((record) => `the same number: ${record}`),
]
for (const fault of faults) console.log(fault)
process.exit(faults.length > 0 ? 1 : 0)
