import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import type { Page } from '@noroshi/contract/pages/pages.http'
import { useLanguage, useText } from '../../../platform/i18n.ts'
import { dateTime } from '../../../platform/time.ts'
import { CompareView } from './compare-view.tsx'
import css from './page-writing.module.css'

interface Props {
  page: Page
  /** The published content that one began from. */
  base: string
  /** What one writes is being sent, or files are on their way into it. */
  isBusy: boolean
  onBring: () => void
}

/** Somebody published the page while one writes: what they changed, and a way to bring both together. */
export function ChangedNotice({ page, base, isBusy, onBring }: Props) {
  const text = useText()
  const language = useLanguage()
  const [isShown, setShown] = useState(false)
  return (
    <section className={css.notice} aria-labelledby="changed-title">
      <div className={css.noticeHead}>
        <IconAlertTriangle size={22} stroke={2} aria-hidden="true" />
        <div>
          <h2 id="changed-title">{text('drafts.pageChanged')}</h2>
          <p>{text('drafts.pageChangedNote', { name: page.publishedBy.fullName, when: dateTime(page.publishedAt, language) })}</p>
        </div>
      </div>
      <div className={css.keys}>
        <Button disabled={isBusy} onClick={onBring}>
          {text('drafts.bringTogether')}
        </Button>
        <Button variant="default" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
          {text(isShown ? 'drafts.hideChanges' : 'drafts.showChanges')}
        </Button>
      </div>
      {isShown && (
        <CompareView
          before={base}
          after={page.content}
          beforeLabel={text('drafts.whenBegun')}
          afterLabel={text('drafts.before')}
        />
      )}
    </section>
  )
}
