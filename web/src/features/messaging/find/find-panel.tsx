import { Button, NativeSelect, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { MediaKind } from '@noroshi/contract/messaging/message-search.http'
import { useText } from '../../../platform/language/i18n.ts'
import { nameOf } from '../../../platform/language/person-name.ts'
import { sortByName } from '../../../platform/language/sort-by-name.ts'
import { useMessageActions } from '../changes/message-actions-context.ts'
import { useKnownThread, useMembers } from '../messaging.queries.ts'
import { type FindFilters, firstSeqOf, NO_FILTERS } from './find.queries.ts'
import type { OpenFind } from './find-state.ts'
import css from './find.module.css'

interface Props {
  id: string
  open: OpenFind
  filters: FindFilters
  onChange: (filters: FindFilters) => void
}

/** The filters of a search in a thread: the person, the days and the kind of file; and the way to a day. */
export function FindPanel({ id, open, filters, onChange }: Props) {
  const text = useText()
  const thread = useKnownThread(open.threadId)
  const isGroup = thread?.isGroup === true
  const { members } = useMembers(open.threadId, isGroup)
  const people = sortByName(isGroup ? (members ?? []).map(({ user }) => user) : (thread?.members ?? []), (person) => person)
  const change = (changes: Partial<FindFilters>) => onChange({ ...filters, ...changes })
  return (
    <div id={id} className={css.panel}>
      <GoToDay open={open} />
      <NativeSelect
        label={text('messages.find.person')}
        value={filters.senderId}
        onChange={({ currentTarget }) => change({ senderId: currentTarget.value })}
        data={[
          { value: '', label: text('messages.find.anyone') },
          ...people.map((person) => ({ value: person.id, label: nameOf(person) })),
        ]}
      />
      <NativeSelect
        label={text('messages.find.media')}
        value={filters.media}
        onChange={({ currentTarget }) => change({ media: MediaKind.safeParse(currentTarget.value).data ?? '' })}
        data={[
          { value: '', label: text('messages.find.anyMedia') },
          ...MediaKind.options.map((kind) => ({ value: kind, label: text(`messages.find.${kind}`) })),
        ]}
      />
      <TextInput
        type="date"
        label={text('messages.find.from')}
        max={filters.toDay || undefined}
        value={filters.fromDay}
        onChange={({ currentTarget }) => change({ fromDay: currentTarget.value })}
      />
      <TextInput
        type="date"
        label={text('messages.find.to')}
        min={filters.fromDay || undefined}
        value={filters.toDay}
        onChange={({ currentTarget }) => change({ toDay: currentTarget.value })}
      />
      <Button variant="default" onClick={() => onChange(NO_FILTERS)}>
        {text('messages.find.clear')}
      </Button>
    </div>
  )
}

/** Opens the thread at the first message of a day or after it. */
function GoToDay({ open }: { open: OpenFind }) {
  const text = useText()
  const { openMessage } = useMessageActions()
  const [day, setDay] = useState('')
  const [problem, setProblem] = useState<'messages.find.noneSince' | 'messages.chatFailed' | null>(null)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (open.isForDate) field.current?.focus()
  }, [open])
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    try {
      const seq = await firstSeqOf(open.threadId, day)
      setProblem(seq === null ? 'messages.find.noneSince' : null)
      if (seq !== null) openMessage(seq)
    } catch {
      setProblem('messages.chatFailed')
    }
  }
  return (
    <form className={css.day} onSubmit={(event) => void submit(event)}>
      <TextInput
        ref={field}
        type="date"
        required
        withAsterisk={false}
        label={text('messages.find.day')}
        error={problem && text(problem)}
        value={day}
        onChange={({ currentTarget }) => setDay(currentTarget.value)}
      />
      <Button type="submit" variant="default">
        {text('messages.find.go')}
      </Button>
    </form>
  )
}
