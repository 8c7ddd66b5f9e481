import { loadTexts } from '../platform/language/i18n.ts'

// Tests of modules do not run the start of a page, which loads the first texts and chooses the language. They begin in
// English.
await loadTexts('admin')
