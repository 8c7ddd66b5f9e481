import { ActionIcon } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconAdjustmentsHorizontal, IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { MESSAGE_SEARCH_MAX } from '@noroshi/contract/limits'
import { useText } from '../../../platform/language/i18n.ts'
import { SEARCH_DEBOUNCE_MS } from '../../../platform/tuning.ts'
import { isComposing } from '../../../ui/forms/ime.ts'
import { SearchInput } from '../../../ui/forms/search-field.tsx'
import { useEscape } from '../../../ui/layout/use-escape.ts'
import { useMessageActions } from '../changes/message-actions-context.ts'
import { FindPanel } from './find-panel.tsx'
import { countFilters, NO_FILTERS, useFound } from './find.queries.ts'
import { closeFindIn, type OpenFind } from './find-state.ts'
import css from './find.module.css'

/** The search in a thread: it opens each message that it finds in its place. Enter and the arrows go from one to the next. */
export function FindBar({ open }: { open: OpenFind }) {
  const { threadId, isForDate } = open
  const text = useText()
  const { openMessage } = useMessageActions()
  const [typed, setTyped] = useState('')
  const [filters, setFilters] = useState(NO_FILTERS)
  const [isPanelOpen, setPanelOpen] = useState(isForDate)
  const [words] = useDebouncedValue(typed.trim(), SEARCH_DEBOUNCE_MS)
  const found = useFound(threadId, words, filters)
  const { seqs, hasMore, loadMore, isFetching } = found
  const key = JSON.stringify([words, filters])
  const [current, setCurrent] = useState({ key, index: 0 })
  const index = current.key === key ? current.index : 0
  const shownKey = useRef('')
  const field = useRef<HTMLInputElement>(null)
  const panelId = useId()
  const close = () => {
    // The messages are where the reader continues.
    field.current?.closest('[data-chat]')?.querySelector<HTMLElement>(':scope > [role=group]')?.focus({ preventScroll: true })
    closeFindIn(threadId)
  }
  useEscape('find', true, close)

  const [shownOpening, setShownOpening] = useState(open)
  if (shownOpening !== open) {
    setShownOpening(open)
    if (isForDate) setPanelOpen(true)
  }
  useEffect(() => {
    if (!open.isForDate) field.current?.select()
  }, [open])

  // The first message that is found is shown at once; the others by the buttons.
  const first = seqs?.[0]
  useEffect(() => {
    if (first === undefined || shownKey.current === key) return
    shownKey.current = key
    openMessage(first)
  }, [key, first, openMessage])

  const show = (next: number, among: readonly number[]) => {
    const position = (next + among.length) % among.length
    const seq = among[position]
    if (seq === undefined) return
    setCurrent({ key, index: position })
    openMessage(seq)
  }
  const go = (step: 1 | -1) => {
    if (!seqs || seqs.length === 0) return
    if (step === 1 && index === seqs.length - 1 && hasMore) {
      if (!isFetching) void loadMore().then((all) => show(index + 1, all))
      return
    }
    show(index + step, seqs)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return
    const step = { Enter: event.shiftKey ? -1 : 1, ArrowUp: 1, ArrowDown: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    go(step === 1 ? 1 : -1)
  }
  const isEmpty = seqs?.length === 0
  const filterCount = countFilters(filters)
  return (
    <div className={css.bar} role="search" aria-label={text('messages.find')} data-find>
      <div className={css.row}>
        <SearchInput
          ref={field}
          type="search"
          aria-label={text('messages.find')}
          placeholder={text('messages.find')}
          autoComplete="off"
          maxLength={MESSAGE_SEARCH_MAX}
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <ActionIcon
          aria-label={text('messages.find.filters')}
          aria-expanded={isPanelOpen}
          aria-controls={isPanelOpen ? panelId : undefined}
          data-active={filterCount > 0 || undefined}
          onClick={() => setPanelOpen(!isPanelOpen)}
        >
          <IconAdjustmentsHorizontal size={22} stroke={1.75} aria-hidden="true" />
        </ActionIcon>
        <ActionIcon aria-label={text('chrome.close')} onClick={close}>
          <IconX size={22} stroke={1.75} aria-hidden="true" />
        </ActionIcon>
      </div>
      <div className={css.found} data-shown={words !== '' || filterCount > 0 || undefined}>
        <p role="status">
          {found.error && text('messages.searchFailed')}
          {isEmpty && !found.error && text('messages.find.none')}
          {seqs && !isEmpty && (
            <span className="num">
              {text('messages.find.position', { position: index + 1, count: `${seqs.length}${hasMore ? '+' : ''}` })}
            </span>
          )}
        </p>
        {found.error && (
          <button type="button" className={css.again} onClick={found.refetch}>
            {text('chrome.tryAgain')}
          </button>
        )}
        <ActionIcon aria-label={text('messages.find.earlier')} disabled={!seqs || isEmpty} onClick={() => go(1)}>
          <IconChevronUp size={22} stroke={2} aria-hidden="true" />
        </ActionIcon>
        <ActionIcon aria-label={text('messages.find.later')} disabled={!seqs || isEmpty} onClick={() => go(-1)}>
          <IconChevronDown size={22} stroke={2} aria-hidden="true" />
        </ActionIcon>
      </div>
      {isPanelOpen && <FindPanel id={panelId} open={open} filters={filters} onChange={setFilters} />}
    </div>
  )
}
