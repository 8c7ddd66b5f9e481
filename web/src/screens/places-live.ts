import { placesLive } from '../shared/places/places.live.ts'
import { addLive } from '../platform/connection/live.ts'

// Registers the events before the first query of places, so that none is missed.
addLive(placesLive)
