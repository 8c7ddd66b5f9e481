import { accountTables } from './account-tables.ts'
import { alertTables } from './alert-tables.ts'
import { communityTables } from './community-tables.ts'
import { exchangeTables } from './exchange-tables.ts'
import { messageTables } from './message-tables.ts'
import type { PersonalTable, PersonalTables } from './personal-table.ts'
import { mapTables } from './map-tables.ts'
import { receptionTables } from './reception-tables.ts'
import { serverTables } from './server-tables.ts'

/** All tables of the database. A table without an entry is a type error. */
const personalTables: PersonalTables = {
  ...accountTables,
  ...messageTables,
  ...alertTables,
  ...communityTables,
  ...mapTables,
  ...exchangeTables,
  ...receptionTables,
  ...serverTables,
}

/** Each table with its name, in the order in which a deletion clears them. */
export const allPersonalTables: readonly (readonly [string, PersonalTable])[] = Object.entries(personalTables)
