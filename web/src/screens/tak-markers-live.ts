import { takMarkersLive } from '../features/community-map/tak-markers.live.ts'
import { addLive } from '../platform/connection/live.ts'

// Registers the event before the first query of the markers of rescue teams, so that none is missed.
addLive(takMarkersLive)
