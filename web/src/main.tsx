import './platform/older-browsers.ts'
import './platform/strict-policy.ts'
import './ui/styles.ts'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createQueryClient } from './app/query-client.ts'
import { router } from './app/router.ts'
import { start } from './app/start.ts'
import { claimHandover } from './features/https/hand-over.ts'
import { noroshiVariables } from './ui/theme-variables.ts'
import { noroshiTheme } from './ui/theme.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

// A page that a page on HTTP has opened reloads with what that page handed over.
if (!(await claimHandover())) {
  const cache = createQueryClient()
  start(cache)
  createRoot(root).render(
    <StrictMode>
      <MantineProvider theme={noroshiTheme} cssVariablesResolver={noroshiVariables} defaultColorScheme="auto">
        <QueryClientProvider client={cache}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  )
}
