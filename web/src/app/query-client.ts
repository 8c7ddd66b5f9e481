import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError, OfflineError } from '../platform/http-errors.ts'
import { text } from '../platform/i18n.ts'
import { REFETCH_MS } from '../platform/tuning.ts'
import { toastError } from '../ui/toast.tsx'

/** Specification, section 7: once more, but not where the answer will be the same. */
const isFinal = (error: unknown) => error instanceof ApiError && [401, 403, 404].includes(error.status)

function sayServerError() {
  toastError(text('chrome.serverError'), text('chrome.contactAdministrator'))
}

/** Specification, section 8: the server's words, or the general ones. */
function sayWhatFailed(error: unknown) {
  if (error instanceof DOMException && error.name === 'AbortError') return // the person cancelled it
  if (error instanceof ApiError && error.status === 500) return sayServerError()
  if (error instanceof OfflineError) return toastError(text('chrome.notConnected'), text('chrome.noAnswer'))
  toastError((error instanceof ApiError && error.message) || text('chrome.somethingWrong'))
}

export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        retry: (failures, error) => failures < 1 && !isFinal(error),
        refetchOnWindowFocus: false,
        refetchInterval: REFETCH_MS,
        // Without internet the browser may say 'offline' while the unit is right here: always ask.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
    queryCache: new QueryCache({
      // A list says itself that it did not load; what fails behind a shown one is asked again soon.
      onError: (error, query) => {
        if (error instanceof ApiError && error.status === 500 && query.state.data === undefined) sayServerError()
      },
    }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _context, mutation) => {
        if (mutation.meta?.['isHandled'] !== true) sayWhatFailed(error)
      },
    }),
  })
