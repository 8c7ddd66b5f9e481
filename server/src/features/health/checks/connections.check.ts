import { type HealthCheck, numberFact, readingOf } from '../health-check.service.ts'
import { connectedCounts } from './connections.sql.ts'

export const connectionsCheck: HealthCheck = {
  name: 'connections',
  async read({ db }) {
    const { users, devices, processes } = await connectedCounts(db)
    const facts = [
      numberFact('count', 'connectedDevices', devices),
      numberFact('count', 'connectedUsers', users),
      numberFact('count', 'processes', processes),
    ]
    return readingOf(facts, [])
  },
}
