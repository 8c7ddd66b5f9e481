import { ActionIcon } from '@mantine/core'
import { IconSearch, IconX } from '@tabler/icons-react'
import { PAGE_SEARCH_MAX } from '@noroshi/contract/limits'
import { useText } from '../../../platform/i18n.ts'
import css from './page-search.module.css'

/** Words that shall stand in a page's title or text. */
export function PageSearch({ value, onChange }: { value: string; onChange: (words: string) => void }) {
  const text = useText()
  return (
    <div className={css.search} role="search">
      <IconSearch size={20} stroke={1.75} aria-hidden="true" />
      <input
        type="search"
        aria-label={text('pages.search')}
        placeholder={text('pages.search')}
        autoComplete="off"
        maxLength={PAGE_SEARCH_MAX}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        onKeyDown={({ key, nativeEvent }) => key === 'Escape' && !nativeEvent.isComposing && onChange('')}
      />
      {value !== '' && (
        <ActionIcon aria-label={text('pages.searchClear')} onClick={() => onChange('')}>
          <IconX size={20} stroke={1.75} aria-hidden="true" />
        </ActionIcon>
      )}
    </div>
  )
}
