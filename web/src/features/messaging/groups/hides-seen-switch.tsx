import { Switch } from '@mantine/core'
import { useId } from 'react'
import { useText } from '../../../platform/language/i18n.ts'
import css from './hides-seen-switch.module.css'
import type { useGroupForm } from './group-fields.tsx'

/** Whether the group shows who has read messages. */
export function HidesSeenSwitch({ form }: { form: ReturnType<typeof useGroupForm> }) {
  const text = useText()
  const noteId = useId()
  return (
    <div>
      <Switch
        {...form.getInputProps('hidesSeen', { type: 'checkbox' })}
        label={text('messages.group.hidesSeen')}
        aria-describedby={noteId}
      />
      <p id={noteId} className={css.note}>
        {text('messages.group.hidesSeenNote')}
      </p>
    </div>
  )
}
