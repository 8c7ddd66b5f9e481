import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { build } from 'vite'
import { TARGET } from '../build/minimum-browsers.ts'

/** The page that administrators download. It is in the repository, so that a verifier of a year is the same for all. */
export const VERIFIER_FILE = path.join(import.meta.dirname, 'noroshi-verifier.html')

/** Returns the verifier as one HTML file. */
export async function buildVerifier(): Promise<string> {
  const at = (name: string) => path.join(import.meta.dirname, name)
  const built = await build({
    configFile: false,
    logLevel: 'error',
    root: import.meta.dirname,
    build: {
      write: false,
      target: TARGET,
      lib: { entry: at('verifier.ts'), formats: ['iife'], name: 'verifier' },
    },
  })
  const [output] = Array.isArray(built) ? built : [built]
  const script = output && 'output' in output ? output.output.find((file) => file.type === 'chunk')?.code : undefined
  if (script === undefined) throw new Error('The build of the verifier has no script')
  const [template, style] = [await readFile(at('verifier.html'), 'utf8'), await readFile(at('verifier.css'), 'utf8')]
  return template
    .replace('<style></style>', () => `<style>\n${style}</style>`)
    .replace('<script></script>', () => `<script>\n${script.replaceAll('</script', String.raw`<\/script`)}</script>`)
}

// `node web/verifier/build-verifier.ts` writes the file.
if (process.argv[1] === import.meta.filename) await writeFile(VERIFIER_FILE, await buildVerifier())
