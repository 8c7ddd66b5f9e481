import { Button } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useText } from '../../../platform/language/i18n.ts'
import css from '../components/drafts.module.css'
import { StoredRichText } from './rich-text.tsx'

interface Props {
  /** Rich text as a JSON string. */
  content: string
  onEdit: (content: string) => void
}

/** Preview of the content that an approval publishes, with a button to edit it. */
export function EditableResult({ content, onEdit }: Props) {
  const text = useText()
  return (
    <section className={css.review} aria-label={text('drafts.result')}>
      <div className={css.content}>
        <StoredRichText json={content} />
      </div>
      <div className={css.buttons}>
        <Button
          variant="default"
          leftSection={<IconPencil size={20} stroke={2} aria-hidden="true" />}
          onClick={() => onEdit(content)}
        >
          {text('drafts.edit')}
        </Button>
      </div>
    </section>
  )
}
