import { useMemo, useState } from 'react'
import { parseRichText } from '@noroshi/contract/pages/rich-text'
import { type Choice, mergedOf, mergeOf } from './compare-merge.ts'

interface Sides {
  /** Rich text as JSON strings: what both began from, what is published, and the draft. */
  readonly base: string
  readonly published: string
  readonly draft: string
}

/** Three contents laid beside each other, with the choices that were made; null where one of them cannot be read. */
export function useMerge({ base, published, draft }: Sides) {
  // Choices are known by what they are about: those that still fit outlive a comparison that is made anew.
  const [choices, setChoices] = useState<ReadonlyMap<string, Choice>>(new Map())
  const pieces = useMemo(() => {
    const [old, theirs, ours] = [base, published, draft].map(parseRichText)
    return old && theirs && ours ? mergeOf(old, theirs, ours) : null
  }, [base, published, draft])
  const result = useMemo(() => pieces && mergedOf(pieces, choices), [pieces, choices])
  const onChoose = (key: string, choice: Choice) => setChoices((known) => new Map(known).set(key, choice))
  return pieces && { pieces, choices, result, onChoose }
}
