import { queryOptions } from '@tanstack/react-query'
import { formatText, type Language, LANGUAGES } from '@noroshi/contract/i18n'
import { hotspotRoutes } from '@noroshi/contract/hotspot/hotspot.http'
import loaders from 'virtual:texts'
import { call } from '../../platform/connection/http.ts'
import type { MessageKey } from '../../platform/language/i18n.ts'
import { useChange } from '../../ui/states/use-change.ts'

/** Whether this device uses the hotspot of the server; null elsewhere. */
export const hotspotQuery = queryOptions({
  queryKey: ['hotspot'] as const,
  queryFn: async () => (await call(hotspotRoutes.read)).hotspot,
})

export const useContinue = () =>
  useChange(
    () => call(hotspotRoutes.continue),
    (cache) => cache.invalidateQueries({ queryKey: hotspotQuery.queryKey }),
    'hotspot.continued',
  )

/** A text of the poster in each language, which all readers of the poster understand together. */
export type PosterText = (key: MessageKey) => readonly { readonly language: Language; readonly text: string }[]

/** The texts of the administration in all languages. A page otherwise loads those of its own. */
export const posterTextQuery = queryOptions({
  queryKey: ['admin', 'hotspot', 'texts'] as const,
  queryFn: async (): Promise<PosterText> => {
    const all = await Promise.all(
      LANGUAGES.map(async (language) => ({ language, texts: (await loaders[language].admin()).default })),
    )
    return (key) =>
      all.flatMap(({ language, texts }) => {
        const found = texts[key]
        return found === undefined ? [] : [{ language, text: formatText(language, found) }]
      })
  },
  staleTime: Infinity,
})
