import type { MapOverlay } from '@noroshi/contract/community-map/map-overlays.http'
import { fitOverlay } from '@noroshi/contract/community-map/overlay-fit'
import type { MapPictureView } from '../../../ui/map/map-types.ts'

type Laid = Pick<MapOverlay, 'id' | 'picture' | 'points' | 'opacity'>

/** Returns how the map shows a picture; null while it is not laid. */
export function overlayView({ id, picture, points, opacity }: Laid): MapPictureView | null {
  const fit = points && fitOverlay(points)
  return fit && 'corners' in fit ? { id, url: picture.mediaUrl, corners: fit.corners, opacity: opacity / 100 } : null
}

/** Returns the key of a picture in the legend. */
export const overlayLayerOf = ({ id }: Pick<MapOverlay, 'id'>): string => `overlay ${id}`
