import { Button, NativeSelect, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { SEARCH_MAX } from '@noroshi/contract/limits'
import { useText } from '../../../platform/language/i18n.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import css from '../../../ui/forms/form.module.css'
import { type PostSearch, unfiltered } from '../post-filter.ts'

interface Props {
  value: PostSearch
  onChange: (value: PostSearch) => void
  onClose: () => void
}

/** Filters posts by author and days, and sets their order. */
export function PostFilters({ value, onChange, onClose }: Props) {
  const text = useText()
  const [draft, setDraft] = useState(value)
  const change = (changes: Partial<PostSearch>) => setDraft((before) => ({ ...before, ...changes }))
  const apply = (next: PostSearch) => {
    onChange(next)
    onClose()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    apply({ ...draft, userName: draft.userName.trim() })
  }
  return (
    <Dialog isOpen onClose={onClose} title={text('posts.filter')}>
      <form className={css.fields} onSubmit={submit}>
        <TextInput
          label={text('posts.filterName')}
          maxLength={SEARCH_MAX}
          autoComplete="off"
          data-autofocus
          value={draft.userName}
          onChange={({ currentTarget }) => change({ userName: currentTarget.value })}
        />
        <div className={css.pair}>
          <TextInput
            type="date"
            label={text('posts.filterFrom')}
            max={draft.to || undefined}
            value={draft.from}
            onChange={({ currentTarget }) => change({ from: currentTarget.value })}
          />
          <TextInput
            type="date"
            label={text('posts.filterTo')}
            min={draft.from || undefined}
            value={draft.to}
            onChange={({ currentTarget }) => change({ to: currentTarget.value })}
          />
        </div>
        <NativeSelect
          label={text('posts.order')}
          data={[
            { value: 'desc', label: text('posts.newestFirst') },
            { value: 'asc', label: text('posts.oldestFirst') },
          ]}
          value={draft.order}
          onChange={({ currentTarget }) => change({ order: currentTarget.value === 'asc' ? 'asc' : 'desc' })}
        />
        <div className={css.buttons}>
          <Button variant="default" onClick={() => apply(unfiltered)}>
            {text('posts.filterClear')}
          </Button>
          <Button type="submit">{text('posts.filterApply')}</Button>
        </div>
      </form>
    </Dialog>
  )
}
