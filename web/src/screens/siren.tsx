import { spokenAlarm } from '../features/alerts/spoken-alarm.ts'
import { PairForm } from '../features/siren/components/pair-form.tsx'
import { SirenRunning } from '../features/siren/components/siren-running.tsx'
import { useSirenToken } from '../features/siren/use-siren.ts'
import { useLanguage, useText } from '../platform/language/i18n.ts'
import { PageTitle } from '../ui/layout/page-title.tsx'

/** The siren screen of a shelter. It alarms without an account after the device was paired by a code. */
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
