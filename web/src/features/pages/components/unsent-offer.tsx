import { Button } from '@mantine/core'
import { IconFilePencil } from '@tabler/icons-react'
import { useState } from 'react'
import { useLanguage, useText } from '../../../platform/language/i18n.ts'
import { dateTime } from '../../../platform/language/time.ts'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import type { Unsent } from '../unsent.ts'
import css from './page-writing.module.css'
import { StoredRichText } from '../editor/rich-text.tsx'

interface Props {
  unsent: Unsent
  onContinue: () => void
  onDrop: () => void
}

/** Offers to continue or delete unsent content. */
export function UnsentOffer({ unsent, onContinue, onDrop }: Props) {
  const text = useText()
  const language = useLanguage()
  const [isAsking, setAsking] = useState(false)
  return (
    <section className={css.offer} aria-labelledby="unsent-title">
      <IconFilePencil size={28} stroke={1.75} aria-hidden="true" />
      <div>
        <h2 id="unsent-title">{text('drafts.unsentTitle')}</h2>
        <p>{text('drafts.unsentNote', { when: dateTime(unsent.changedAt, language) })}</p>
      </div>
      <div className={css.buttons}>
        <Button onClick={onContinue}>{text('drafts.continue')}</Button>
        <Button variant="default" onClick={() => setAsking(true)}>
          {text('drafts.startOver')}
        </Button>
      </div>
      {/* Focusable, so that the keyboard scrolls it. */}
      <div className={css.glance} role="region" tabIndex={0} aria-label={text('drafts.preview')}>
        <StoredRichText json={unsent.content} />
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={onDrop}
        title={text('drafts.startOverConfirm')}
        confirmLabel={text('drafts.drop')}
      />
    </section>
  )
}
