import { measureWakeWord } from './load/wake-word.ts'

// Usage: npm run wake-word -w bench. See load/wake-word.ts for its packages.
await measureWakeWord()
