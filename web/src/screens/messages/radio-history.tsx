import { useCanGoBack, useRouter } from '@tanstack/react-router'
import { RadioHead } from '../../features/radio/components/radio-head.tsx'
import { RadioHistoryList } from '../../features/radio/components/radio-history-list.tsx'
import { useRadio } from '../../features/radio/radio-context.ts'
import { useText } from '../../platform/language/i18n.ts'
import { paths } from '../../platform/paths/paths.ts'
import { useChrome } from '../../ui/theme/chrome.ts'
import { PageTitle } from '../../ui/layout/page-title.tsx'
import { RadioMenu } from './radio-menu.tsx'
import { RadioTools } from './radio-tools.tsx'
import css from './radio.module.css'

/** All radio messages of a thread (specification, section 2). */
export function RadioHistoryScreen() {
  const text = useText()
  const chrome = useChrome()
  const router = useRouter()
  const canGoBack = useCanGoBack()
  const { thread, name } = useRadio()
  const back = () =>
    canGoBack
      ? router.history.back()
      : void router.navigate({ to: paths.radio, params: { messageThreadId: thread.id }, replace: true })
  return (
    <div className={css.screen} data-bar="off">
      <PageTitle>{text('radio.historyOf', { name })}</PageTitle>
      <RadioHead
        title={name}
        note={text('radio.history')}
        onBack={back}
        sos={chrome.smallSos}
        actions={<RadioMenu historyOf={null} />}
      />
      {chrome.banner}
      <main id="content" tabIndex={-1} className={css.main}>
        <div className={css.history}>
          <RadioHistoryList tools={RadioTools} />
        </div>
      </main>
    </div>
  )
}
