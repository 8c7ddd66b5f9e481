import { spokenAlarm } from '../features/alerts/spoken-alarm.ts'
import { PairForm } from '../features/siren/components/pair-form.tsx'
import { SirenRunning } from '../features/siren/components/siren-running.tsx'
import { useSirenToken } from '../features/siren/use-siren.ts'
import { useLanguage, useText } from '../platform/i18n.ts'
import { PageTitle } from '../ui/page-title.tsx'

/** The screen of a shelter: it alarms without an account, once it is connected by a code. */
export function SirenScreen() {
  const text = useText()
  const language = useLanguage()
  const token = useSirenToken()
  return (
    <>
      <PageTitle>{text('siren.title')}</PageTitle>
      {token === null ? (
        <PairForm />
      ) : (
        <SirenRunning key={token} token={token} textOf={(alert) => spokenAlarm(alert, null, language, text)} />
      )}
    </>
  )
}
