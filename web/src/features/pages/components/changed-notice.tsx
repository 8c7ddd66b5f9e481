import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import type { Page } from '@noroshi/contract/pages/pages.http'
import { useLanguage, useText } from '../../../platform/language/i18n.ts'
import { nameOf } from '../../../platform/language/person-name.ts'
import { dateTime } from '../../../platform/language/time.ts'
import { CompareView } from '../compare/compare-view.tsx'
import css from './page-writing.module.css'

interface Props {
  page: Page
  /** The published content on which the edit is based. */
  base: string
  /** The content is being sent, or uploads run. */
  isBusy: boolean
  onMerge: () => void
}

/** Notice that another user published the page during the edit: shows the changes and offers to merge. */
export function ChangedNotice({ page, base, isBusy, onMerge }: Props) {
  const text = useText()
  const language = useLanguage()
  const [isShown, setShown] = useState(false)
  return (
    <section className={css.notice} aria-labelledby="changed-title">
      <div className={css.noticeHead}>
        <IconAlertTriangle size={22} stroke={2} aria-hidden="true" />
        <div>
          <h2 id="changed-title">{text('drafts.pageChanged')}</h2>
          <p>{text('drafts.pageChangedNote', { name: nameOf(page.publishedBy), when: dateTime(page.publishedAt, language) })}</p>
        </div>
      </div>
      <div className={css.buttons}>
        <Button disabled={isBusy} onClick={onMerge}>
          {text('drafts.mergeBoth')}
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
