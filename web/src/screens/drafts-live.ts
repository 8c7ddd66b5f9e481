import { draftsLive } from '../features/pages/drafts.live.ts'
import { addLive } from '../platform/live.ts'
import './pages-live.ts'

// Before anything of drafts is asked for: from here on what is announced is not missed.
addLive(draftsLive)
