import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { type ReactNode, StrictMode } from 'react'
import { render } from 'vitest-browser-react'
import { loadTexts } from '../platform/language/i18n.ts'
import '../ui/theme/styles.ts'
import { noroshiVariables } from '../ui/theme/theme-variables.ts'
import { noroshiTheme } from '../ui/theme/theme.ts'
import { ToastContainer } from '../ui/states/toast.tsx'

/**
 * Renders components in a page of the application with its texts, styles, router and toasts. The language is English.
 */
export async function renderPage(content: ReactNode) {
  await loadTexts('admin')
  const cache = new QueryClient({ defaultOptions: { queries: { retry: false }, mutations: { retry: false } } })
  const component = () => (
    <main>
      {content}
      <ToastContainer />
    </main>
  )
  const router = createRouter({
    routeTree: createRootRoute({ component, notFoundComponent: component }),
    history: createMemoryHistory(),
  })
  await router.load()
  const screen = await render(
    <StrictMode>
      <MantineProvider theme={noroshiTheme} cssVariablesResolver={noroshiVariables}>
        <QueryClientProvider client={cache}>
          {/* `as`: its routes are not those of the application */}
          <RouterProvider router={router as never} />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  )
  return { screen, router, cache }
}
