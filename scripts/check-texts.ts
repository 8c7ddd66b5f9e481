import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { catalogueTexts } from '../contract/src/texts.ts'

// Checks that no English text has "alarm" as a verb, which is "alert" in this project, and that the code uses each message
// key: as a literal, as a template literal, or with a literal prefix that ends in a dot. A template that matches several
// keys uses all of them.
const root = path.resolve(import.meta.dirname, '..')
const files = globSync(
  ['{contract,server,speech,web}/src/**/*.{ts,tsx}', 'web/{build,prerendered,service-worker}/**/*.{ts,tsx}'],
  {
    cwd: root,
    exclude: ['**/*.messages.ts', '**/*.first-messages.ts', '**/*.test.{ts,tsx}', '**/testing/**'],
  },
)
const code = files.map((file) => readFileSync(path.join(root, file), 'utf8')).join('\n')

const literals = new Set(Array.from(code.matchAll(/(['"])([a-zA-Z][\w.: -]*)\1/g), ([, , literal = '']) => literal))
const prefixes = [...literals].filter((literal) => literal.endsWith('.'))
/** The parts of templates that are not interpolated, such as 'posts.' and 'Note' for posts.${option}Note. */
const templates = Array.from(code.matchAll(/`([a-zA-Z]\w*\.(?:[\w.]|\$\{[^`}]*\})*)`/g), ([, template = '']) =>
  template.split(/\$\{[^}]*\}/),
)
const patterns = templates.map((parts) => new RegExp(`^${parts.map((part) => part.replaceAll('.', '\\.')).join('.+')}$`))

const isUsed = (key: string): boolean =>
  literals.has(key) || prefixes.some((prefix) => key.startsWith(prefix)) || patterns.some((pattern) => pattern.test(key))

const unused = Object.keys(catalogueTexts).filter((key) => !isUsed(key))
for (const key of unused) console.log(`no code uses the text ${key}`)

/** "Alarm" as a verb, by its form or by the words around it. */
const ALARM_AS_VERB =
  /\balarm(?:ed|ing)\b|\b(?:to|it|never|not|screen|SOS|drill) alarms?\b|\balarms? (?:the|people|you|us|them|everyone|only|silently|near)\b/i
const wrong = Object.entries(catalogueTexts).filter(([, { en }]) => ALARM_AS_VERB.test(JSON.stringify(en)))
for (const [key] of wrong) console.log(`the text ${key} has "alarm" as a verb: write "alert"`)
process.exit(unused.length + wrong.length > 0 ? 1 : 0)
