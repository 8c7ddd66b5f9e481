import type { NodeViewRenderer } from '@tiptap/core'
import { text } from '../../platform/i18n.ts'
import { PICTURE_MIN, type Size, sizeAt, widestOf } from './editor-size.ts'

/** Pixels that one press of an arrow key resizes by. */
const STEP = 10

const steps: Readonly<Record<string, number>> = { ArrowLeft: -STEP, ArrowDown: -STEP, ArrowRight: STEP, ArrowUp: STEP }

/** A picture with a handle at its corner, by pointer and by arrow keys. Plain elements: nothing of it runs while one types. */
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
  const shown = (): number => Number(node.attrs['width'] ?? image.clientWidth)

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
    const own = natural()
    if (own) handle.setAttribute('aria-valuemax', String(widestOf(own)))
    draw(size())
  })

  const resizeTo = (width: number) => {
    const [own, at] = [natural(), getPos()]
    if (!own || at === undefined || !editor.isEditable) return
    view.dispatch(view.state.tr.setNodeMarkup(at, null, { ...node.attrs, ...sizeAt(width, own) }))
  }
  handle.addEventListener('keydown', (event) => {
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    resizeTo(shown() + step)
  })
  handle.addEventListener('pointerdown', (event) => {
    const own = natural()
    if (!own) return
    event.preventDefault()
    handle.setPointerCapture(event.pointerId)
    const [from, width] = [event.clientX, image.clientWidth]
    let wanted = width
    // While it is drawn only the picture changes; the document does once, at the end.
    const move = ({ clientX }: PointerEvent) => {
      wanted = width + clientX - from
      draw(sizeAt(wanted, own))
    }
    const end = ({ type }: PointerEvent) => {
      handle.removeEventListener('pointermove', move)
      if (type === 'pointerup' && wanted !== width) resizeTo(wanted)
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
    // What happens at the handle is the handle's.
    stopEvent: ({ target }) => target === handle,
    ignoreMutation: () => true,
    selectNode: () => void (dom.dataset['selected'] = ''),
    deselectNode: () => void delete dom.dataset['selected'],
  }
}
