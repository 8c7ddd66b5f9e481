import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import { PageList } from '../../features/pages/components/page-list.tsx'
import { useText } from '../../platform/language/i18n.ts'
import { paths } from '../../platform/paths/paths.ts'
import { Screen } from '../../ui/layout/screen.tsx'
import '../pages-live.ts'

/** The list of pages. The search text is in the address, so that the browser's Back restores it. */
export function PagesScreen() {
  const text = useText()
  const router = useRouter()
  const navigate = useNavigate()
  const { search = '' } = useSearch({ from: '/layout/pages' })
  const storeSearch = useCallback(
    (searchText: string) => {
      if (router.latestLocation.pathname !== paths.pages) return // the user has just opened a page
      void navigate({ to: paths.pages, search: searchText === '' ? {} : { search: searchText }, replace: true })
    },
    [router, navigate],
  )
  return (
    <Screen title={text('pages.title')} backTo={paths.home}>
      <PageList searched={search} onSearched={storeSearch} />
    </Screen>
  )
}
