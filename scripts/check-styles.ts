import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import * as palette from '../web/src/ui/theme/palette.ts'

// Checks the styles of the web: text sizes are in rem, space and corners are on their scales, colours are only in the
// files that define them, one rule cuts texts, breakpoints have names, selected data attributes exist, and icons of all
// sizes grow with the text.
const root = path.resolve(import.meta.dirname, '../web')

/** The tokens, the colours that WebGL and a canvas read, and a picture. */
const DEFINES_COLORS = new Set([
  'src/ui/theme/palette.ts',
  'src/ui/theme/theme.ts',
  'src/ui/theme/theme-variables.ts',
  'src/ui/map/style/map-palette.ts',
  'src/features/accounts/sign-in/fire-scene.tsx',
  'src/features/accounts/crop-picture.ts',
])
const COLOR = /#[\da-f]{3,8}\b|\b(rgb|hsl|oklch|oklab|lab|lch)a?\(\s*[\d.]|:[^;]*(?<![\w-])(white|black|red|gray)(?![\w-])/i
const COLOR_IN_CODE = /['"`](#[\da-f]{3,8}\b|(rgb|hsl|oklch)a?\(\s*[\d.])/i
/** Files that cannot import the palette. */
const STATIC_FILES = ['index.html', 'public/favicon.svg']
const PALETTE: ReadonlySet<string> = new Set(Object.values(palette).flat())

const PX_TEXT = /\b(font-size|font|line-height):[^;]*\dpx/
const PX_TEXT_IN_CODE = /\b(fontSize|fz)(: |=\{|=")['"`]?\d+(px)?['"`},\s]/
/** Lines of up to 3 px, and sizes of elements that a comment on the line names, are neither spaces nor corners. */
const PX = String.raw`[^;]*(?<![\d.])([4-9]|\d{2,})px[^;]*;(?!\s*\/\*)`
const PX_SPACE = new RegExp(String.raw`^\s*((scroll-)?(padding|margin)[a-z-]*|(row-|column-)?gap):${PX}`)
const PX_CORNER = new RegExp(String.raw`^\s*border(-[a-z]+)*-radius:${PX}`)
const PX_SPACE_IN_CODE =
  /\b((padding|margin)[A-Z]?[a-z]*|(row|column)?[gG]ap|[mp](t|b|l|r|x|y)?)(: |=\{|=")['"`]?([4-9]|\d{2,})(px)?['"`},\s](?!.*\/\/)/
const PX_CORNER_IN_CODE = /\b(radius=\{|radius="|border[A-Za-z]*Radius: ['"`]?)([4-9]|\d{2,})/

/** The rule of cut texts, and the field of a browser that has no element for its text. */
const CUTS_TEXT = new Set(['src/ui/theme/overrides.css', 'src/shared/admin/admin.module.css'])
const CUT = /text-overflow:/

const BREAKPOINT = /@media[^{]*\((min|max)-width: (60|59\.99|30|29\.99|19\.99)em\)/
/** The condition of a media query that depends on the size of the window. */
const SIZE_CONDITION = /@media ([^{]*\dem\)[^{]*) \{/
const SELECTED = /\[(data-[a-z-]+)/g
/** A data attribute in JSX or by its name in `dataset`. */
const WRITTEN = /data-[a-z-]+|(?<=dataset(\.|\['))[a-zA-Z]+/g
const attributeOf = (name: string) =>
  name.startsWith('data-') ? name : `data-${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
const URL_CONTENT = /url\([^)]*\)/g

/** The size of an icon in the code, and the rule by which icons of a size grow with the text. */
const SIZE = /<([A-Z]\w*)(?:[^<>]|=>)*?\bsize=\{([^}]*)\}/g
const SIZE_RULE = /\.tabler-icon\[width='(\d+)'\] \{\s*--icon: \1;/g
const SIZE_RULES = 'src/ui/theme/overrides.css'
/** Elements with a size that are no icons. */
const NO_ICONS = new Set(['ActionIcon', 'Avatar', 'Loader', 'Logo', 'ModalCloseButton', 'SosButton', 'VoicePlayer'])
const iconSizes = new Set(
  Array.from(readFileSync(path.join(root, SIZE_RULES), 'utf8').matchAll(SIZE_RULE), ([, size = '']) => size),
)

const faults: string[] = []
/** The data attributes that styles select, with a place, and those that the code sets. */
const selected = new Map<string, string>()
const written = new Set<string>()
/** Where each condition without a name was first found. */
const conditions = new Map<string, string>()

for (const file of globSync('{src,build,prerendered,service-worker}/**/*.{css,ts,tsx}', { cwd: root }).map((name) =>
  name.replaceAll('\\', '/'),
)) {
  if (/\.test\.tsx?$/.test(file)) continue
  const isStyle = file.endsWith('.css')
  const content = readFileSync(path.join(root, file), 'utf8')
  const lines = content.split('\n')
  for (const [, element = '', sizes = ''] of file.endsWith('.tsx') ? content.matchAll(SIZE) : [])
    for (const [size] of NO_ICONS.has(element) ? [] : sizes.matchAll(/\d+/g))
      if (!iconSizes.has(size)) faults.push(`web/${file}: ${element} of ${size} px has no rule in ${SIZE_RULES}`)
  for (const [index, line] of lines.entries()) {
    const text = line.replaceAll(URL_CONTENT, '')
    const place = `web/${file}:${index + 1}`
    const report = (fault: string) => faults.push(`${place}: ${fault}: ${line.trim()}`)
    if ((isStyle ? PX_TEXT : PX_TEXT_IN_CODE).test(text)) report('a size of text in px; use --n-text-* or rem')
    if ((isStyle ? PX_SPACE : PX_SPACE_IN_CODE).test(text))
      report('a space in px; use --n-space-*, or name in a comment what it measures')
    if ((isStyle ? PX_CORNER : PX_CORNER_IN_CODE).test(text))
      report('a corner in px; use --n-radius-*, or name in a comment what it measures')
    if (!DEFINES_COLORS.has(file) && (isStyle ? COLOR : COLOR_IN_CODE).test(text))
      report('a literal colour; use a variable of ui/theme/theme-variables.ts')
    if (isStyle) for (const [, attribute = ''] of text.matchAll(SELECTED)) selected.set(attribute, place)
    else for (const [attribute] of text.matchAll(WRITTEN)) written.add(attributeOf(attribute))
    if (isStyle && CUT.test(text) && !CUTS_TEXT.has(file)) report('a cut text; use the class one-line (decisions/0178)')
    if (isStyle && BREAKPOINT.test(text)) report('a breakpoint that has a name in ui/theme/media.css')
    const condition = isStyle && SIZE_CONDITION.exec(text)?.[1]
    if (!condition) continue
    const first = conditions.get(condition)
    if (first !== undefined) report(`a condition that ${first} has too; name it in ui/theme/media.css`)
    conditions.set(condition, place)
  }
}
// A renamed attribute leaves a selector that applies to nothing.
for (const [attribute, place] of selected)
  if (!written.has(attribute)) faults.push(`${place}: no element has the attribute ${attribute}`)
for (const file of STATIC_FILES) {
  for (const [color] of readFileSync(path.join(root, file), 'utf8').matchAll(/#[\da-f]{6}\b/gi))
    if (!PALETTE.has(color)) faults.push(`web/${file}: ${color} is not in ui/theme/palette.ts`)
}
for (const fault of faults) console.log(fault)
process.exit(faults.length > 0 ? 1 : 0)
