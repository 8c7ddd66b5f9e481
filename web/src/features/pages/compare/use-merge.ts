import { useMemo, useState } from 'react'
import { parseRichText } from '@noroshi/contract/pages/rich-text'
import { type Choice, mergedContent, mergeContents } from './compare-merge.ts'

interface Sides {
  /** Rich text as JSON strings: the common base, the published content, and the draft. */
  readonly base: string
  readonly published: string
  readonly draft: string
}

/** Three-way merge with the user's choices; null if one of the contents is not readable. */
export function useMerge({ base, published, draft }: Sides) {
  // Keys of choices derive from their contents, so that choices survive a new comparison if they still apply.
  const [choices, setChoices] = useState<ReadonlyMap<string, Choice>>(new Map())
  const pieces = useMemo(() => {
    const [baseDoc, publishedDoc, draftDoc] = [base, published, draft].map(parseRichText)
    return baseDoc && publishedDoc && draftDoc ? mergeContents(baseDoc, publishedDoc, draftDoc) : null
  }, [base, published, draft])
  const result = useMemo(() => pieces && mergedContent(pieces, choices), [pieces, choices])
  const onChoose = (key: string, choice: Choice) => setChoices((known) => new Map(known).set(key, choice))
  return pieces && { pieces, choices, result, onChoose }
}
