import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { sumi } from '../src/ui/theme/palette.ts'

/** Widths of the icons in pixels. The platform masks a `maskable` icon. */
export const iconSizes = { any: [192, 512], maskable: [192, 512], apple: [180] } as const
/** Width of the badge of notifications in pixels. The platform shows only its shape. */
const BADGE_SIZE = 96

/** The background of the page in light mode, also in index.html. */
export const BACKGROUND = sumi[0]

const LOGO = new URL('../public/favicon.svg', import.meta.url)
const INK = sumi[9]
/** Side of the logo as a fraction of the icon. A mask keeps a circle with a diameter of 0.8. */
const LOGO_PART = { any: 0.66, maskable: 0.54, apple: 0.66, badge: 0.9 } as const
type Purpose = keyof typeof LOGO_PART
/** Radius of the corners as a fraction of the icon. Platforms round the corners of the other icons. */
const CORNER = 0.22

/** Renders the icons from the logo. @returns PNG files by their names */
export async function renderIcons(): Promise<ReadonlyMap<string, Buffer>> {
  const icons = new Map<string, Buffer>()
  const add = async (name: string, purpose: keyof typeof iconSizes, size: number) =>
    icons.set(`icons/${name}.png`, await render(purpose, size))
  for (const size of iconSizes.any) await add(`icon-${size}`, 'any', size)
  for (const size of iconSizes.maskable) await add(`maskable-${size}`, 'maskable', size)
  for (const size of iconSizes.apple) await add('apple-touch-icon', 'apple', size)
  return icons
}

/** Renders the icons of notifications. @returns data URLs */
export async function renderNotificationIcons(): Promise<{ readonly icon: string; readonly badge: string }> {
  const urlOf = async (purpose: Purpose, size: number) =>
    `data:image/png;base64,${(await render(purpose, size)).toString('base64')}`
  return { icon: await urlOf('any', iconSizes.any[0]), badge: await urlOf('badge', BADGE_SIZE) }
}

async function render(purpose: Purpose, size: number): Promise<Buffer> {
  const paths = (await readFile(LOGO, 'utf8')).match(/<path[^>]*>/g)?.join('') ?? ''
  return sharp(svgOf(paths, purpose, size))
    .png({ compressionLevel: 9, palette: true })
    .toBuffer()
}

function svgOf(paths: string, purpose: Purpose, size: number): Buffer {
  const part = LOGO_PART[purpose]
  const start = (1 - part) / 2
  const radius = purpose === 'any' ? CORNER : 0
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 1 1">` +
      (purpose === 'badge' ? '' : `<rect width="1" height="1" rx="${radius}" fill="${BACKGROUND}"/>`) +
      `<g transform="translate(${start} ${start}) scale(${part / 32})" fill="${purpose === 'badge' ? 'white' : INK}">${paths}</g></svg>`,
  )
}
