import type { RegisteredPerson } from '@noroshi/contract/reception/people'
import type { Language } from '@noroshi/contract/i18n'
import type { Text } from '../../platform/language/i18n.ts'
import { fullDateTime } from '../../platform/language/time.ts'
import { csvOf } from '../../shared/admin/csv-file.ts'

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
