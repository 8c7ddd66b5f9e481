import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError, isWorthRetrying, OfflineError } from '../platform/connection/http-errors.ts'
import { text } from '../platform/language/i18n.ts'
import { REFETCH_MS } from '../platform/tuning.ts'
import { toastError } from '../ui/states/toast.tsx'

function showServerError() {
  toastError(text('chrome.serverError'), text('chrome.contactAdministrator'))
}

/** Shows the server's message or a general one (specification, section 8). */
function showMutationError(error: unknown) {
  if (error instanceof DOMException && error.name === 'AbortError') return // the user cancelled it
  if (error instanceof ApiError && error.status === 500) return showServerError()
  if (error instanceof OfflineError) return toastError(text('chrome.notConnected'), text('chrome.noAnswer'))
  toastError((error instanceof ApiError && error.message) || text('chrome.somethingWrong'))
}

export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        retry: isWorthRetrying,
        refetchOnWindowFocus: false,
        refetchInterval: REFETCH_MS,
        // Without internet the browser may report 'offline' although the server is reachable, so requests are always
        // sent.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
    queryCache: new QueryCache({
      // Lists show their own load errors. A failed refetch of a visible list is retried soon.
      onError: (error, query) => {
        if (error instanceof ApiError && error.status === 500 && query.state.data === undefined) showServerError()
      },
    }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _context, mutation) => {
        if (mutation.meta?.['isHandled'] !== true) showMutationError(error)
      },
    }),
  })
