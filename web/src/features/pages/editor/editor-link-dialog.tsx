import { Button, TextInput } from '@mantine/core'
import type { Editor } from '@tiptap/core'
import { IconLinkOff } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { LINK_URL_MAX } from '@noroshi/contract/limits'
import { useText } from '../../../platform/language/i18n.ts'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import { hrefFrom } from './link-address.ts'
import { linkRangeOf, setLink } from './link-range.ts'

/** Sets, changes or removes the link at the cursor. */
export function EditorLinkDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const text = useText()
  const isLink = editor.isActive('link')
  const [range] = useState(() => linkRangeOf(editor))
  const [before] = useState(() => String(editor.getAttributes('link')['href'] ?? ''))
  const [href, setHref] = useState(before)
  const [label, setLabel] = useState(range.text)
  const [problem, setProblem] = useState<'editor.linkRequired' | 'editor.linkInvalid' | null>(null)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    const address = hrefFrom(href)
    if (address === null) return setProblem(href.trim() === '' ? 'editor.linkRequired' : 'editor.linkInvalid')
    setLink(editor, address, label === range.text ? label : label.trim())
    onClose()
  }
  const remove = () => {
    editor.chain().focus().extendMarkRange('link').unsetMark('link').run()
    onClose()
  }
  return (
    <FormDialog
      title={text('editor.link')}
      onClose={onClose}
      onSubmit={submit}
      submitLabel={text('editor.apply')}
      isBusy={false}
      hasUnsaved={href !== before || label !== range.text}
    >
      <TextInput
        data-autofocus
        label={text('editor.linkUrl')}
        inputMode="url"
        autoCapitalize="off"
        maxLength={LINK_URL_MAX}
        placeholder="https://"
        value={href}
        error={problem && text(problem)}
        onChange={({ currentTarget }) => setHref(currentTarget.value)}
      />
      {range.isOneLine && (
        <TextInput
          label={text('editor.linkText')}
          value={label}
          onChange={({ currentTarget }) => setLabel(currentTarget.value)}
        />
      )}
      {isLink && (
        <Button variant="default" leftSection={<IconLinkOff size={20} stroke={2} aria-hidden="true" />} onClick={remove}>
          {text('editor.linkRemove')}
        </Button>
      )}
    </FormDialog>
  )
}
