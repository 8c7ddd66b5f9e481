import { Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { PAGE_SEARCH_MAX } from '@noroshi/contract/limits'
import { pageAbilities as abilities } from '@noroshi/contract/pages/pages.abilities'
import { useLanguage, useText } from '../../../platform/language/i18n.ts'
import { paths } from '../../../platform/paths/paths.ts'
import { useCurrentUser } from '../../../platform/session/current-user.ts'
import { useAccessToken } from '../../../platform/session/session.ts'
import { releaseUnsaved } from '../../../platform/forms/unsaved.ts'
import { SEARCH_DEBOUNCE_MS } from '../../../platform/tuning.ts'
import cards from '../../../ui/layout/cards.module.css'
import { SearchField } from '../../../ui/forms/search-field.tsx'
import { EmptyState, ErrorState } from '../../../ui/states/states.tsx'
import { byTitle } from '../page-order.ts'
import { usePages } from '../pages.queries.ts'
import { PageCard } from './page-card.tsx'
import css from './page-list.module.css'
import { CardsSkeleton } from './page-skeleton.tsx'

const PageDialog = lazy(() => import('./page-dialog.tsx').then(({ PageDialog: dialog }) => ({ default: dialog })))

interface Props {
  /** The search when the user left this screen. */
  searched: string
  onSearched: (search: string) => void
}

/** All pages that the user may read, with a search and a button for administrators to create one. */
export function PageList({ searched, onSearched }: Props) {
  const text = useText()
  const navigate = useNavigate()
  const mayAdminister = abilities['page:administer'](useCurrentUser())
  const [isCreating, setCreating] = useState(false)
  const [typed, setTyped] = useState(searched)
  const [debouncedSearch] = useDebouncedValue(typed.trim(), SEARCH_DEBOUNCE_MS)
  useEffect(() => {
    if (debouncedSearch !== searched) onSearched(debouncedSearch)
  }, [debouncedSearch, searched, onSearched])
  const create = mayAdminister && (
    <Button leftSection={<IconPlus size={20} stroke={2} aria-hidden="true" />} onClick={() => setCreating(true)}>
      {text('pages.create')}
    </Button>
  )
  return (
    <div className={cards.column}>
      <div className={css.tools}>
        <SearchField
          className={css.search}
          label={text('pages.search')}
          clearLabel={text('pages.searchClear')}
          maxLength={PAGE_SEARCH_MAX}
          value={typed}
          onChange={setTyped}
        />
        {create}
      </div>
      <Results debouncedSearch={debouncedSearch} isCurrent={debouncedSearch === typed.trim()} onClear={() => setTyped('')} />
      {isCreating && (
        <Suspense>
          <PageDialog
            page={null}
            onClose={() => setCreating(false)}
            onSaved={(pageId) => {
              releaseUnsaved()
              void navigate({ to: paths.page, params: { pageId } })
            }}
          />
        </Suspense>
      )}
    </div>
  )
}

function Results({ debouncedSearch, isCurrent, onClear }: { debouncedSearch: string; isCurrent: boolean; onClear: () => void }) {
  const text = useText()
  const language = useLanguage()
  const mayAdminister = abilities['page:administer'](useCurrentUser())
  const { pages, error, refetch, isPlaceholderData } = usePages(debouncedSearch)
  const isAnswered = isCurrent && !isPlaceholderData
  if (!pages || (pages.length === 0 && !isAnswered)) {
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} title={text('pages.listFailed')} />
    ) : (
      <CardsSkeleton />
    )
  }
  if (pages.length === 0) return <NoPages isSearching={debouncedSearch !== ''} mayAdminister={mayAdminister} onClear={onClear} />
  return (
    <>
      <p className="visually-hidden" role="status">
        {debouncedSearch !== '' && isAnswered && text('pages.found', { count: pages.length })}
      </p>
      <ul className={`${cards.cards} ${css.pages}`} aria-busy={!isAnswered}>
        {byTitle(pages, language).map((page) => (
          <PageCard key={page.id} page={page} mayAdminister={mayAdminister} />
        ))}
      </ul>
    </>
  )
}

/** Empty state: no results, no public pages for a visitor, or no pages at all. */
function NoPages({ isSearching, mayAdminister, onClear }: { isSearching: boolean; mayAdminister: boolean; onClear: () => void }) {
  const text = useText()
  const isSignedIn = useAccessToken() !== null
  if (isSearching) {
    return (
      <EmptyState
        title={text('pages.noneToShow')}
        note={text('pages.noneFound')}
        action={
          <Button variant="default" onClick={onClear}>
            {text('pages.showAll')}
          </Button>
        }
      />
    )
  }
  if (!isSignedIn) {
    return (
      <EmptyState
        title={text('pages.noneToShow')}
        note={text('pages.noneForVisitors')}
        action={<Button renderRoot={(props) => <Link {...props} to={paths.login} />}>{text('pages.login')}</Button>}
      />
    )
  }
  return <EmptyState title={text('pages.none')} note={text(mayAdminister ? 'pages.noneTipAdmin' : 'pages.noneTip')} />
}
