import { useText } from '../platform/i18n.ts'
import { paths } from '../platform/paths.ts'
import { Screen } from '../ui/screen.tsx'
import './pages-live.ts'

export function PageContentScreen() {
  const text = useText()
  return (
    <Screen title={text('pages.title')} backTo={paths.pages}>
      {null}
    </Screen>
  )
}
