import type { RegisteredPerson } from '@noroshi/contract/reception/people'
import type { Language } from '@noroshi/contract/i18n'
import type { Text } from '../../platform/language/i18n.ts'
import { fullDateTime } from '../../platform/language/time.ts'
import { csvOf } from '../../shared/admin/csv-file.ts'
import { fetchRegister, type RegisterChoice } from './reception.queries.ts'

/** Returns all people of a choice. @throws ApiError, OfflineError if one of the pages does not load */
export async function allRegistered(placeId: string, choice: RegisterChoice): Promise<readonly RegisteredPerson[]> {
  const all: RegisteredPerson[] = []
  let cursor: string | null = null
  do {
    const page: Awaited<ReturnType<typeof fetchRegister>> = await fetchRegister(placeId, choice, cursor)
    all.push(...page.items)
    cursor = page.nextCursor
  } while (cursor !== null)
  return all
}

/** Returns people of a register as a CSV file. */
export function registerCsv(people: readonly RegisteredPerson[], language: Language, text: Text): Blob {
  const at = (time: string | null) => (time === null ? '' : fullDateTime(time, language))
  const columns = ['name', 'kana', 'sex', 'birthYear', 'address', 'needs', 'needsNote', 'status', 'entered', 'left'] as const
  const header = [...columns.map((name) => text(`reception.${name}`)), text('reception.code'), text('reception.household')]
  /** Households by number, in the order of the list. */
  const households = [...new Set(people.map(({ householdId }) => householdId))]
  const rows = people.map((person) => {
    const { stay } = person
    return [
      person.name || text('reception.removed'),
      person.kana,
      person.isPet ? text('household.kind.pet') : text(`reception.sex.${person.sex}`),
      person.birthYear === null ? '' : String(person.birthYear),
      person.address,
      person.needs.map((need) => text(`reception.need.${need}`)).join(' '),
      person.needsNote,
      text(`reception.filter.${stay.leftAt === null ? stay.mode : 'left'}`),
      at(stay.enteredAt),
      at(stay.leftAt),
      person.code,
      String(households.indexOf(person.householdId) + 1),
    ]
  })
  return csvOf(header, rows)
}
