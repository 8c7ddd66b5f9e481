import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useText } from '../../../platform/language/i18n.ts'
import type { Selection } from './anonymous-alerts.queries.ts'
import { hourBefore, selectionOf } from './time-span.ts'
import own from './anonymous-alerts.module.css'

/** Chooses the time span of the alerts to resolve; at first the last hour. */
export function TimeSpan({ onChosen }: { onChosen: (selection: Selection) => void }) {
  const text = useText()
  const [from, setFrom] = useState(() => hourBefore(Date.now()))
  const [to, setTo] = useState('')
  const selection = selectionOf(from, to)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (selection) onChosen(selection)
  }
  return (
    <form className={own.span} onSubmit={submit}>
      <TextInput
        type="datetime-local"
        label={text('anonymousAlerts.from')}
        value={from}
        onChange={({ currentTarget }) => setFrom(currentTarget.value)}
      />
      <TextInput
        type="datetime-local"
        label={text('anonymousAlerts.to')}
        description={text('anonymousAlerts.toHint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={to}
        onChange={({ currentTarget }) => setTo(currentTarget.value)}
      />
      <Button type="submit" variant="default" disabled={selection === null}>
        {text('anonymousAlerts.next')}
      </Button>
    </form>
  )
}
