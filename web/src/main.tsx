import './platform/older-browsers.ts'
import './ui/styles.ts'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createQueryClient } from './app/query-client.ts'
import { router } from './app/router.tsx'
import { start } from './app/start.ts'
import { noroshiVariables } from './ui/theme-variables.ts'
import { noroshiTheme } from './ui/theme.ts'

const cache = createQueryClient()
start(cache)

const place = document.getElementById('root')
if (!place) throw new Error('index.html has no #root')

createRoot(place).render(
  <StrictMode>
    <MantineProvider theme={noroshiTheme} cssVariablesResolver={noroshiVariables} defaultColorScheme="auto">
      <QueryClientProvider client={cache}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
)
