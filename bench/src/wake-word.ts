import { measureWakeWord } from './load/wake-word-figures.ts'

// Usage: npm run wake-word -w bench. See load/wake-word-figures.ts for its packages.
await measureWakeWord()
