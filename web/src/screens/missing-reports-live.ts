import { missingReportsLive } from '../features/missing-reports/missing-reports.live.ts'
import { addLive } from '../platform/connection/live.ts'

// Registers the event before the first query of the reports, so that none is missed.
addLive(missingReportsLive)
