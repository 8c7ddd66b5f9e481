import { PAGE_PICTURE_HEIGHT_MAX, PAGE_PICTURE_WIDTH_MAX } from '@noroshi/contract/limits'

export interface Size {
  readonly width: number
  readonly height: number
}

/** Pixels below which a picture is not resized: it could hardly be touched any more. */
export const PICTURE_MIN = 40

/** The size nearest to a wanted width at which neither side is over its limit (specification, section 5: 500 by 400). */
export function sizeAt(width: number, { width: naturalWidth, height: naturalHeight }: Size): Size {
  const ratio = naturalHeight / naturalWidth
  const widest = Math.min(PAGE_PICTURE_WIDTH_MAX, PAGE_PICTURE_HEIGHT_MAX / ratio)
  const fitting = Math.min(widest, Math.max(PICTURE_MIN, width))
  return { width: Math.max(1, Math.round(fitting)), height: Math.max(1, Math.round(fitting * ratio)) }
}

/** What a new picture gets: its own size, or the largest that is allowed. */
export const sizeOfNew = (natural: Size): Size => sizeAt(natural.width, natural)

/** The largest width that a picture of these proportions may have. */
export const widestOf = (natural: Size): number => sizeAt(PAGE_PICTURE_WIDTH_MAX, natural).width
