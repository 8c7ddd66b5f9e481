import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Language } from '@noroshi/contract/i18n'
import { speechRoutes } from '@noroshi/contract/speech/speech.http'
import { call } from './http.ts'

/** Milliseconds in which a recogniser starts with the first question to it. */
const STARTS_WITHIN_MS = 3_000
const STALE_MS = 300_000

const speechLanguagesQuery = queryOptions({
  queryKey: ['speech', 'languages'],
  staleTime: STALE_MS,
  queryFn: async ({ signal }) => {
    const first = await call(speechRoutes.languages, { signal })
    if (first.languages.some(({ dictation }) => dictation)) return first
    await new Promise((resolve) => setTimeout(resolve, STARTS_WITHIN_MS))
    return call(speechRoutes.languages, { signal })
  },
})

/**
 * Returns whether the server cannot recognise speech in a language; false while it is unknown.
 * @param isAsked false: no request is sent
 */
export function useHasNoDictation(language: Language, isAsked = true): boolean {
  const { data } = useQuery({ ...speechLanguagesQuery, enabled: isAsked })
  return data !== undefined && !data.languages.some((ability) => ability.language === language && ability.dictation)
}
