import { familiesLive } from '../features/families/families.live.ts'
import { addLive } from '../platform/connection/live.ts'

// Registers the event before the first query of the family, so that none is missed.
addLive(familiesLive)
