import { CallHistory } from '../features/calls/components/call-history.tsx'
import { useText } from '../platform/language/i18n.ts'
import { Screen } from '../ui/layout/screen.tsx'

/** The history of calls. */
export function CallsScreen() {
  const text = useText()
  return (
    <Screen title={text('calls.title')}>
      <CallHistory />
    </Screen>
  )
}
