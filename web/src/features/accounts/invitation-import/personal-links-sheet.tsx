import { useQuery } from '@tanstack/react-query'
import { useLanguage, useText } from '../../../platform/language/i18n.ts'
import { nameOf } from '../../../platform/language/person-name.ts'
import { fullDateTime } from '../../../platform/language/time.ts'
import { LinkSheet } from '../../../shared/admin/link-sheet.tsx'
import { unitQuery } from '../accounts.queries.ts'
import type { PersonalLink } from './run-results.ts'

/** Personal invitations on paper. */
export function PersonalLinksSheet({ links, onPrinted }: { links: readonly PersonalLink[]; onPrinted: () => void }) {
  const text = useText()
  const language = useLanguage()
  const { data: unit } = useQuery(unitQuery)
  const printed = links.map(({ person, url, expiresAt }) => ({
    id: String(person.number),
    name: nameOf(person) || (person.email ?? ''),
    notes: [unit?.name ?? '', text('invitationImport.sheetNote', { date: fullDateTime(expiresAt, language) })],
    url,
  }))
  return <LinkSheet links={printed} onPrinted={onPrinted} />
}
