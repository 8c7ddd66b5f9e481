import type { Plugin } from 'vite'

const ROUTES = /\/contract\/src\/.+\.http\.ts$/
const SUMMARY = /\bsummary:\s*(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")/g

/** Leaves the summaries of routes out of the build: only the documentation of the API shows them. */
export function summariesPlugin(): Plugin {
  return {
    name: 'noroshi-summaries',
    apply: 'build',
    enforce: 'pre',
    transform: (code, id) => (ROUTES.test(id) ? { code: withoutSummaries(code), map: null } : null),
  }
}

export const withoutSummaries = (code: string): string => code.replaceAll(SUMMARY, "summary: ''")
