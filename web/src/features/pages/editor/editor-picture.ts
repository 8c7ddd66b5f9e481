import type { NodeViewRenderer } from '@tiptap/core'
import { text } from '../../../platform/language/i18n.ts'
import { PICTURE_MIN, type Size, sizeAt, maxWidthOf } from './editor-size.ts'

/** Pixels by which an arrow key resizes. */
const STEP = 10

const steps: Readonly<Record<string, number>> = { ArrowLeft: -STEP, ArrowDown: -STEP, ArrowRight: STEP, ArrowUp: STEP }

/**
 * Node view of a picture with a resize handle for pointer and arrow keys. Uses plain DOM, so that typing does not run
 * React.
 */
export const pictureView: NodeViewRenderer = ({ node: first, view, getPos, editor }) => {
  let node = first
  const dom = document.createElement('div')
  const image = document.createElement('img')
  const handle = document.createElement('span')
  dom.dataset['picture'] = ''
  handle.dataset['handle'] = ''
  handle.tabIndex = 0
  handle.setAttribute('role', 'slider')
  handle.setAttribute('aria-label', text('editor.pictureWidth'))
  handle.setAttribute('aria-valuemin', String(PICTURE_MIN))
  dom.append(image, handle)

  const natural = (): Size | null => (image.naturalWidth > 0 ? { width: image.naturalWidth, height: image.naturalHeight } : null)
  const pixels = (value: unknown) => (typeof value === 'number' ? value : null)
  const size = () => ({ width: pixels(node.attrs['width']), height: pixels(node.attrs['height']) })
  const shownWidth = (): number => Number(node.attrs['width'] ?? image.clientWidth)

  const draw = ({ width, height }: { width: number | null; height: number | null }) => {
    for (const [name, value] of Object.entries({ width, height })) {
      if (value === null) image.removeAttribute(name)
      else image.setAttribute(name, String(value))
    }
    handle.setAttribute('aria-valuenow', String(width ?? image.clientWidth))
  }
  const update = () => {
    const { src, alt }: Record<string, unknown> = node.attrs
    if (image.getAttribute('src') !== src) image.src = String(src)
    image.alt = String(alt)
    draw(size())
  }
  image.addEventListener('load', () => {
    const naturalSize = natural()
    if (naturalSize) handle.setAttribute('aria-valuemax', String(maxWidthOf(naturalSize)))
    draw(size())
  })

  const resizeTo = (width: number) => {
    const [naturalSize, at] = [natural(), getPos()]
    if (!naturalSize || at === undefined || !editor.isEditable) return
    view.dispatch(view.state.tr.setNodeMarkup(at, null, { ...node.attrs, ...sizeAt(width, naturalSize) }))
  }
  handle.addEventListener('keydown', (event) => {
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    resizeTo(shownWidth() + step)
  })
  handle.addEventListener('pointerdown', (event) => {
    const naturalSize = natural()
    if (!naturalSize) return
    event.preventDefault()
    handle.setPointerCapture(event.pointerId)
    const [from, width] = [event.clientX, image.clientWidth]
    let targetWidth = width
    // Dragging changes only the element. The document changes once, at the end.
    const move = ({ clientX }: PointerEvent) => {
      targetWidth = width + clientX - from
      draw(sizeAt(targetWidth, naturalSize))
    }
    const end = ({ type }: PointerEvent) => {
      handle.removeEventListener('pointermove', move)
      if (type === 'pointerup' && targetWidth !== width) resizeTo(targetWidth)
      else update()
    }
    handle.addEventListener('pointermove', move)
    for (const type of ['pointerup', 'pointercancel'] as const) handle.addEventListener(type, end, { once: true })
  })

  update()
  return {
    dom,
    update: (next) => {
      if (next.type !== node.type) return false
      node = next
      update()
      return true
    },
    // ProseMirror ignores events of the handle.
    stopEvent: ({ target }) => target === handle,
    ignoreMutation: () => true,
    selectNode: () => void (dom.dataset['selected'] = ''),
    deselectNode: () => void delete dom.dataset['selected'],
  }
}
