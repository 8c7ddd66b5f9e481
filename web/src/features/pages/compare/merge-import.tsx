import { Button } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import type { Page } from '@noroshi/contract/pages/pages.http'
import { useText } from '../../../platform/language/i18n.ts'
import { useMerge } from './use-merge.ts'
import { MergeView } from './merge-view.tsx'
import merge from './merge.module.css'
import css from '../components/page-writing.module.css'
import { RichText, StoredRichText } from '../editor/rich-text.tsx'

interface Props {
  page: Page
  /** Base and current content of the edit: rich text as JSON strings. */
  base: string
  draft: string
  onBack: () => void
  onApply: (content: string) => void
}

/** Merges the edited content with a revision that was published meanwhile. */
export function MergeImport({ page, base, draft, onBack, onApply }: Props) {
  const text = useText()
  const merged = useMerge({ base, published: page.content, draft })
  return (
    <section className={css.writing} aria-labelledby="bring-title">
      <Button
        className={css.back}
        variant="subtle"
        leftSection={<IconArrowLeft size={20} stroke={2} aria-hidden="true" />}
        onClick={onBack}
      >
        {text('drafts.backToEditing')}
      </Button>
      <h2 id="bring-title" className={css.title}>
        {text('drafts.mergeTitle')}
      </h2>
      {merged ? (
        <MergeView {...merged}>
          {(result) => (
            <div className={merge.result}>
              <RichText doc={result} />
            </div>
          )}
        </MergeView>
      ) : (
        <StoredRichText json={draft} />
      )}
      <div className={css.foot}>
        <p />
        <Button disabled={!merged?.result} onClick={() => merged?.result && onApply(JSON.stringify(merged.result))}>
          {text('drafts.takeResult')}
        </Button>
      </div>
    </section>
  )
}
