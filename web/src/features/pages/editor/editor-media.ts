import { Node } from '@tiptap/core'
import {
  ALT_TEXT_MAX,
  EMBED_HEIGHT,
  EMBED_WIDTH,
  PAGE_PICTURE_HEIGHT_MAX,
  PAGE_PICTURE_WIDTH_MAX,
} from '@noroshi/contract/limits'
import { toStorable } from '@noroshi/contract/define'
import { cutText } from '@noroshi/contract/text/graphemes'
import { embedOf } from '@noroshi/contract/pages/embeds'
import { documentIdOf } from '@noroshi/contract/pages/rich-text'
import { text } from '../../../platform/language/i18n.ts'
import { pictureView } from './editor-picture.ts'

/**
 * Returns the path of an own document, also for an address with this origin from a clipboard; null for other addresses.
 */
export function documentSource(src: string | null): string | null {
  if (src === null) return null
  const path = typeof location !== 'undefined' && src.startsWith(`${location.origin}/`) ? src.slice(location.origin.length) : src
  const whole = path.replace(/\/preview$/, '')
  return documentIdOf(whole) === null ? null : whole
}

const label = (value: string | null): string => cutText(toStorable(value ?? ''), ALT_TEXT_MAX)
const pixels = (value: string | null, max: number): number | null => {
  const number = Number.parseInt(value ?? '', 10)
  return Number.isNaN(number) ? null : Math.min(max, Math.max(1, number))
}
const sizeOf = (element: HTMLElement) => ({
  width: pixels(element.getAttribute('width'), PAGE_PICTURE_WIDTH_MAX),
  height: pixels(element.getAttribute('height'), PAGE_PICTURE_HEIGHT_MAX),
})

/** Options of block nodes without content. */
const blockAtom = { group: 'block', atom: true, draggable: true, selectable: true } as const
const attribute = (value: string | number | null) => ({ default: value, rendered: false })

export const PagePicture = Node.create({
  name: 'image',
  ...blockAtom,
  addAttributes: () => ({ src: attribute(''), alt: attribute(''), width: attribute(null), height: attribute(null) }),
  parseHTML: () => [
    {
      tag: 'img[src]',
      getAttrs: (element) => {
        const src = documentSource(element.getAttribute('src'))
        return src === null ? false : { src, alt: label(element.getAttribute('alt')), ...sizeOf(element) }
      },
    },
  ],
  renderHTML: ({ node: { attrs } }) => {
    const { src, alt, width, height }: Record<string, unknown> = attrs
    return ['img', { src, alt, ...(width !== null && { width }), ...(height !== null && { height }) }]
  },
  addNodeView: () => pictureView,
})

export const PageVideo = Node.create({
  name: 'video',
  ...blockAtom,
  addAttributes: () => ({ src: attribute(''), title: attribute('') }),
  parseHTML: () => [
    {
      tag: 'video[src]',
      getAttrs: (element) => {
        const src = documentSource(element.getAttribute('src'))
        return src === null ? false : { src, title: label(element.getAttribute('title') ?? element.getAttribute('aria-label')) }
      },
    },
  ],
  renderHTML: ({ node: { attrs } }) => {
    const { src, title }: Record<string, unknown> = attrs
    return ['video', { src, title, 'aria-label': title, controls: '', preload: 'metadata', playsinline: '' }]
  },
})

/** The editor shows only the name of the host: it loads nothing from other hosts. */
export const PageEmbed = Node.create({
  name: 'embed',
  ...blockAtom,
  addAttributes: () => ({ src: attribute(''), width: attribute(EMBED_WIDTH), height: attribute(EMBED_HEIGHT) }),
  parseHTML: () => [
    {
      tag: 'div[data-embed]',
      getAttrs: (element) => {
        const src = element.dataset['embed'] ?? ''
        const { width, height } = sizeOf(element)
        return embedOf(src) ? { src, width: width ?? EMBED_WIDTH, height: height ?? EMBED_HEIGHT } : false
      },
    },
  ],
  renderHTML: ({ node: { attrs } }) => {
    const { src, width, height }: Record<string, unknown> = attrs
    const host = embedOf(String(src))?.host ?? ''
    const style = `width: ${Number(width)}px; aspect-ratio: ${Number(width)} / ${Number(height)}`
    return ['div', { 'data-embed': src, width, height, style }, ['p', text('pages.embedOf', { host })], ['small', String(src)]]
  },
})
