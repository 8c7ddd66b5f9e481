import { useQuery } from '@tanstack/react-query'
import { handsFreeRoutes, type SpokenCommand } from '@noroshi/contract/hands-free/hands-free.http'
import { speechRoutes } from '@noroshi/contract/speech/speech.http'
import { coordinatesOf } from '../../platform/device/coordinates.ts'
import { allowedFix } from '../../platform/device/geolocation.ts'
import { call } from '../../platform/connection/http.ts'
import { currentLanguage, useLanguage } from '../../platform/language/i18n.ts'
import { senderFields } from '../../platform/session/session.ts'

/** Asks the server what a command means. @throws ApiError with the server's message */
export function understandCommand(text: string): Promise<SpokenCommand> {
  const body = { language: currentLanguage(), text, ...coordinatesOf(allowedFix()), ...senderFields() }
  return call(handsFreeRoutes.understand, { body })
}

/**
 * Whether the server recognises spoken commands in the language of the page; undefined while it is not known, also
 * while the recogniser starts.
 */
export function useHasSpokenCommands(): boolean | undefined {
  const language = useLanguage()
  const { data } = useQuery({
    queryKey: ['speech', 'languages'],
    queryFn: () => call(speechRoutes.languages),
    // Each dialog asks: a recogniser that starts answers as none.
    staleTime: 0,
  })
  return data?.languages.some((ability) => ability.language === language && ability.commands)
}
