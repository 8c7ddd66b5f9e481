import { MantineProvider } from '@mantine/core'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { noroshiVariables } from '../ui/theme/theme-variables.ts'
import { noroshiTheme } from '../ui/theme/theme.ts'
import { router } from './router.ts'

/** The application with its providers. */
export function App({ cache }: { cache: QueryClient }) {
  return (
    <StrictMode>
      <MantineProvider theme={noroshiTheme} cssVariablesResolver={noroshiVariables} defaultColorScheme="auto">
        <QueryClientProvider client={cache}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>
  )
}
