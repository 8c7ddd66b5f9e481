import type { Streets } from '@noroshi/contract/streets/streets.http'

/** The path of the embedded world. Its ETag changes with its bytes. */
export const WORLD_PATH = '/map/basemap.pmtiles'

/** Returns the path of a map archive with streets. The bytes of a path never change. */
export const streetsPath = (tag: Streets['tag']) => `/map/streets/${tag}.pmtiles`

const FONTS = '/map/fonts/'
const fontPath = (subset: string) => `${FONTS}noto-sans-jp-${subset}-500-normal.woff2`

/** The files of the font of the map. The service worker stores them. */
export const FONT_PATHS = {
  latin: fontPath('latin'),
  latinExt: fontPath('latin-ext'),
  vietnamese: fontPath('vietnamese'),
  /** Bytes of one megabyte. */
  japanese: fontPath('japanese'),
} as const
