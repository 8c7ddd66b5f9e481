import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { isFoundIn } from '@noroshi/contract/text/fold-text'
import { useLanguage, useText } from '../../../platform/language/i18n.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { SearchField } from '../../../ui/forms/search-field.tsx'
import { EmptyState, ErrorState, ListSkeleton } from '../../../ui/states/states.tsx'
import type { EmojiGroup, NamedEmoji } from '../../../../build/emoji-groups.ts'
import css from './emoji-picker.module.css'

/** Max characters of a search for emoji. */
const SEARCH_MAX = 40

/** The emoji with their words in all languages. They are a file of their own, which loads with the first picker. */
const emojiQuery = {
  queryKey: ['emoji'] as const,
  queryFn: async () => (await import('virtual:emoji')).default as readonly EmojiGroup[], // what the plugin of the build writes
  staleTime: Infinity,
}

interface Props {
  onChoose: (emoji: string) => void
  onClose: () => void
}

/** All emoji by group, with a search in English and Japanese. */
export function EmojiPicker({ onChoose, onClose }: Props) {
  const text = useText()
  const [typed, setTyped] = useState('')
  const search = useDeferredValue(typed.trim())
  const { data: groups, error, refetch } = useQuery(emojiQuery)
  const found = search === '' ? null : groups?.flatMap(({ emoji }) => emoji.filter(([, , words]) => isFoundIn([words], search)))
  return (
    <Dialog isOpen onClose={onClose} title={text('messages.react')}>
      <SearchField
        label={text('messages.searchEmoji')}
        clearLabel={text('messages.clearEmojiSearch')}
        maxLength={SEARCH_MAX}
        value={typed}
        onChange={setTyped}
      />
      <div className={css.groups}>
        {!groups && error && <ErrorState error={error} onRetry={() => void refetch()} title={text('messages.emojiFailed')} />}
        {!groups && !error && <ListSkeleton />}
        {found?.length === 0 && <EmptyState title={text('messages.noEmoji')} />}
        {found && <Emoji emoji={found} onChoose={onChoose} />}
        {!found &&
          groups?.map(({ key, emoji }) => (
            <section key={key} className={css.group}>
              <h3>{text(`emoji.${key}`)}</h3>
              <Emoji emoji={emoji} onChoose={onChoose} />
            </section>
          ))}
      </div>
    </Dialog>
  )
}

function Emoji({ emoji, onChoose }: { emoji: readonly NamedEmoji[]; onChoose: (emoji: string) => void }) {
  const language = useLanguage()
  return (
    <div className={css.emoji}>
      {emoji.map(([each, names]) => (
        <button key={each} type="button" aria-label={names[language] ?? names['en']} onClick={() => onChoose(each)}>
          {each}
        </button>
      ))}
    </div>
  )
}
