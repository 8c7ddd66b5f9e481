import { communityMapLive } from '../features/community-map/community-map.live.ts'
import { addLive } from '../platform/connection/live.ts'

// Registers the events before the first query of reports, so that none is missed.
addLive(communityMapLive)
