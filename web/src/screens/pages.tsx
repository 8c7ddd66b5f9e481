import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import { PageList } from '../features/pages/components/page-list.tsx'
import { useText } from '../platform/i18n.ts'
import { paths } from '../platform/paths.ts'
import { Screen } from '../ui/screen.tsx'
import './pages-live.ts'

/** What the community writes together. What is searched for stands in the address, so that 'back' finds it again. */
export function PagesScreen() {
  const text = useText()
  const router = useRouter()
  const navigate = useNavigate()
  const { search = '' } = useSearch({ from: '/framed/pages' })
  const keep = useCallback(
    (words: string) => {
      if (router.latestLocation.pathname !== paths.pages) return // a page that was just touched is on its way
      void navigate({ to: paths.pages, search: words === '' ? {} : { search: words }, replace: true })
    },
    [router, navigate],
  )
  return (
    <Screen title={text('pages.title')} backTo={paths.home}>
      <PageList searched={search} onSearched={keep} />
    </Screen>
  )
}
