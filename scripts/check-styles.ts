import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

// Checks the styles of the web: text sizes are in rem, space is on its scale, colours are only in the files that define
// them, and breakpoints have names.
const root = path.resolve(import.meta.dirname, '../web/src')

/** The tokens, the colours that WebGL and a canvas read, and a picture. */
const DEFINES_COLORS = new Set([
  'ui/palette.ts',
  'ui/theme.ts',
  'ui/theme-variables.ts',
  'ui/map/style/map-palette.ts',
  'features/accounts/components/fire-scene.tsx',
  'features/accounts/crop-picture.ts',
])
const COLOR = /#[\da-f]{3,8}\b|\b(rgb|hsl|oklch|oklab|lab|lch)a?\(\s*[\d.]|:[^;]*(?<![\w-])(white|black|red|gray)(?![\w-])/i
const COLOR_IN_CODE = /['"`](#[\da-f]{3,8}\b|(rgb|hsl|oklch)a?\(\s*[\d.])/i
const PX_TEXT = /\b(font-size|font|line-height):[^;]*\dpx/
const PX_TEXT_IN_CODE = /\b(fontSize|fz)(: |=\{|=")['"`]?\d+(px)?['"`},\s]/
/** Lines of up to 3 px, and sizes of elements that a comment on the line names, are not spaces. */
const PX_SPACE = /^\s*((scroll-)?(padding|margin)[a-z-]*|(row-|column-)?gap):[^;]*(?<![\d.])([4-9]|\d{2,})px[^;]*;(?!\s*\/\*)/
const BREAKPOINT = /@media[^{]*\((min|max)-width: (60|59\.99|30|19\.99)em\)/
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
    if (isStyle && PX_SPACE.test(text)) report('a space in px; use --n-space-*, or name in a comment what it measures')
    if (isStyle && BREAKPOINT.test(text)) report('a breakpoint that has a name in ui/media.css')
    if (!DEFINES_COLORS.has(file) && (isStyle ? COLOR : COLOR_IN_CODE).test(text))
      report('a literal colour; use a variable of ui/theme-variables.ts')
  }
}
for (const fault of faults) console.log(fault)
process.exit(faults.length > 0 ? 1 : 0)
