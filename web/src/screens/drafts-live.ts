import { draftsLive } from '../features/pages/drafts.live.ts'
import { addLive } from '../platform/connection/live.ts'
import './pages-live.ts'

// Registers the events before the first query of drafts, so that none is missed.
addLive(draftsLive)
