/**
 * The zooms of section 9 of the specification count in tiles of 256 pixels, as raster maps do. MapLibre counts in
 * tiles of 512 pixels: the same view has a zoom one lower there. All numbers of ours are the specification's.
 */

/** Section 9: the map's least zoom. */
export const MIN_ZOOM = 3
/** Section 9: the map's greatest zoom. */
export const MAX_ZOOM = 18
/** Section 9: the zoom with which the map opens at a location. */
export const LOCATION_ZOOM = 12
/** Section 9 opens the map at 1 without a location, which is below its own least zoom: held there, as every zoom is. */
export const WORLD_ZOOM = 1
/** Section 9: the zoom to which locate-me flies. */
export const LOCATE_ZOOM = 15

/** A zoom of the specification as MapLibre counts it, held between the least and the greatest. */
export const toMapZoom = (zoom: number) => Math.min(MAX_ZOOM, Math.max(MIN_ZOOM, zoom)) - 1
