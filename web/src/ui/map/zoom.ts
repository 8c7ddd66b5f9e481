/**
 * The zooms of section 9 of the specification count tiles of 256 pixels, as raster maps do. MapLibre counts tiles of
 * 512 pixels: the same view has a zoom that is lower by one. All numbers here are the specification's.
 */

/** Least zoom of the map (section 9). */
export const MIN_ZOOM = 3
/** Greatest zoom of the map (section 9). */
export const MAX_ZOOM = 18
/** Initial zoom at a location (section 9). */
export const LOCATION_ZOOM = 12
/** Initial zoom without a location (section 9). It is below the least zoom and clamped to it, as all zooms are. */
export const WORLD_ZOOM = 1
/** Zoom of the locate button (section 9). */
export const LOCATE_ZOOM = 15

/** Converts a zoom of the specification to MapLibre's and clamps it. */
export const toMapZoom = (zoom: number) => Math.min(MAX_ZOOM, Math.max(MIN_ZOOM, zoom)) - 1
