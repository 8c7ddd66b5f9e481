import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

// Checks the styles of the web: text sizes are in rem, and colours are only in the files that define them.
const root = path.resolve(import.meta.dirname, '../web/src')

/** The tokens, the colours that WebGL and a canvas read, and a picture. */
const DEFINES_COLORS = new Set([
  'ui/palette.ts',
  'ui/theme.ts',
  'ui/theme-variables.ts',
  'ui/map/style/palette.ts',
  'features/accounts/components/fire-scene.tsx',
  'features/accounts/crop-picture.ts',
])
const COLOR = /#[\da-f]{3,8}\b|\b(rgb|hsl|oklch|oklab|lab|lch)a?\(\s*[\d.]|:[^;]*(?<![\w-])(white|black|red|gray)(?![\w-])/i
const COLOR_IN_CODE = /['"`](#[\da-f]{3,8}\b|(rgb|hsl|oklch)a?\(\s*[\d.])/i
const PX_TEXT = /\b(font-size|font|line-height):[^;]*\dpx/
const PX_TEXT_IN_CODE = /\b(fontSize|fz)(: |=\{|=")['"`]?\d+(px)?['"`},\s]/
const URL_CONTENT = /url\([^)]*\)/g

const faults: string[] = []
for (const file of globSync('**/*.{css,ts,tsx}', { cwd: root }).map((name) => name.replaceAll('\\', '/'))) {
  if (/\.test\.tsx?$/.test(file)) continue
  const isStyle = file.endsWith('.css')
  const lines = readFileSync(path.join(root, file), 'utf8').split('\n')
  for (const [index, line] of lines.entries()) {
    const text = line.replaceAll(URL_CONTENT, '')
    const report = (fault: string) => faults.push(`web/src/${file}:${index + 1}: ${fault}: ${line.trim()}`)
    if ((isStyle ? PX_TEXT : PX_TEXT_IN_CODE).test(text)) report('a size of text in px; use --n-text-* or rem')
    if (!DEFINES_COLORS.has(file) && (isStyle ? COLOR : COLOR_IN_CODE).test(text))
      report('a literal colour; use a variable of ui/theme-variables.ts')
  }
}
for (const fault of faults) console.log(fault)
process.exit(faults.length > 0 ? 1 : 0)
