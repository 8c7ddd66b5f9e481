import type { AskedPerson, RollCallForViewer } from '@noroshi/contract/roll-calls/roll-calls'
import type { Language } from '@noroshi/contract/i18n'
import type { Text } from '../../../platform/language/i18n.ts'
import { nameOf } from '../../../platform/language/person-name.ts'
import { fullDateTime } from '../../../platform/language/time.ts'
import { csvOf } from '../../../shared/admin/csv-file.ts'
import { sourceText, stateOf } from '../roll-call-texts.ts'

/** Returns people with their answers as a CSV file. */
export function peopleCsv(
  { questions }: Pick<RollCallForViewer, 'questions'>,
  people: readonly AskedPerson[],
  language: Language,
  text: Text,
): Blob {
  const at = (time: string | null | undefined) => (time ? fullDateTime(time, language) : '')
  const columns = ['name', 'guardian', 'state', 'answeredAt', 'source', 'reachedAt', 'seenAt'] as const
  const header = [
    ...columns.map((name) => text(`rollCalls.column.${name}`)),
    ...(['note', 'place', 'location', 'companions', 'stayingAt', 'chosenPlace'] as const).map((name) =>
      text(`rollCalls.${name}`),
    ),
    ...questions.map((question) => question.text),
  ]
  const rows = people.map((asked) => {
    const { person, dependant, answer, reachedAt, seenAt } = asked
    const { location } = answer ?? {}
    return [
      nameOf(person),
      dependant ? nameOf(dependant.guardian) : '',
      text(`rollCalls.state.${stateOf(asked)}`),
      at(answer?.answeredAt),
      answer ? sourceText(answer, text) : '',
      at(reachedAt),
      at(seenAt),
      answer?.note ?? '',
      answer?.place ?? '',
      location ? `${location.latitude}, ${location.longitude}` : '',
      answer?.companions ?? '',
      answer?.stayingAt ?? '',
      answer?.chosenPlace?.name ?? '',
      ...questions.map((_, index) => String(answer?.replies[index] ?? '')),
    ]
  })
  return csvOf(header, rows)
}
