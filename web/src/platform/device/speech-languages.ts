import { queryOptions, useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import type { Language } from '@noroshi/contract/i18n'
import { speechRoutes } from '@noroshi/contract/speech/speech.http'
import { call } from '../connection/http.ts'
import { accessToken } from '../session/session.ts'
import { changeCache } from '../connection/query-cache.ts'

/** Milliseconds in which a recogniser starts with the first question to it. */
const STARTS_WITHIN_MS = 3_000
const STALE_MS = 300_000

type Abilities = z.output<(typeof speechRoutes)['languages']['reply']>

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

/** Resolves with whether the server cannot recognise speech in a language; false if that is unknown. */
export async function hasNoDictation(language: Language): Promise<boolean> {
  try {
    const { languages } = await askedOnce()
    return !languages.some((ability) => ability.language === language && ability.dictation)
  } catch {
    return false
  }
}

/** Asks outside of React, with the cache of the page. */
const askedOnce = (): Promise<Abilities> =>
  new Promise((resolve, reject) => changeCache((cache) => void cache.fetchQuery(speechLanguagesQuery).then(resolve, reject)))

/**
 * Returns whether the server cannot recognise speech in a language; false while it is unknown.
 * @param isAsked false: no request is sent
 */
export function useHasNoDictation(language: Language, isAsked = true): boolean {
  // A device without a session may read the alert that it raised.
  const { data } = useQuery({ ...speechLanguagesQuery, enabled: isAsked && accessToken() !== null })
  return data !== undefined && !data.languages.some((ability) => ability.language === language && ability.dictation)
}
