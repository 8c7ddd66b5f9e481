import { PAGE_PICTURE_HEIGHT_MAX, PAGE_PICTURE_WIDTH_MAX } from '@noroshi/contract/limits'

export interface Size {
  readonly width: number
  readonly height: number
}

/** Min width of a resized picture in pixels: smaller ones are hard to touch. */
export const PICTURE_MIN = 40

/** Returns the size that is nearest to a width and within the limits (specification, section 5: 500 by 400 pixels). */
export function sizeAt(width: number, { width: naturalWidth, height: naturalHeight }: Size): Size {
  const ratio = naturalHeight / naturalWidth
  const widest = Math.min(PAGE_PICTURE_WIDTH_MAX, PAGE_PICTURE_HEIGHT_MAX / ratio)
  const fitting = Math.min(widest, Math.max(PICTURE_MIN, width))
  return { width: Math.max(1, Math.round(fitting)), height: Math.max(1, Math.round(fitting * ratio)) }
}

/** Returns the initial size of a picture: its natural size, or the largest allowed one. */
export const initialSize = (natural: Size): Size => sizeAt(natural.width, natural)

/** Returns the largest allowed width of a picture with these proportions. */
export const maxWidthOf = (natural: Size): number => sizeAt(PAGE_PICTURE_WIDTH_MAX, natural).width
