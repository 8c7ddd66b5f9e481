import { useEffect, useRef, useState } from 'react'
import type { DraftComparison } from '@noroshi/contract/pages/drafts.http'
import { useMerge } from './use-merge.ts'
import type { Base } from './unsent.ts'

/** What a reviewer makes of the result by hand, and the published content that it was begun on. */
interface Edited {
  readonly content: string
  readonly base: Base
}

/**
 * The sides of a review. Where the page was published after the draft began, three are brought together; where the reviewer has edited
 * the result, that is the draft from then on: should the page be published once more, even while they type, nothing of it is lost.
 */
export function useReview({ draft, baseContent, published }: DraftComparison) {
  const [edited, setEdited] = useState<Edited | null>(null)
  const [editing, setEditing] = useState<Edited | null>(null)
  const base: Base = edited?.base ?? { revision: draft.baseRevision, content: baseContent }
  const ours = edited?.content ?? draft.draftContent
  const merged = useMerge({ base: base.content, published: published.content, draft: ours })
  const isBehind = base.revision < published.revision

  const first = useRef(published.revision)
  const [isAnew, setAnew] = useState(false)
  useEffect(() => {
    if (published.revision > first.current) setAnew(true)
    first.current = published.revision
  }, [published.revision])

  const content = isBehind ? (merged?.result ? JSON.stringify(merged.result) : null) : ours
  return {
    /** null: the draft began from what is published, and there is nothing to bring together. */
    merged: isBehind ? merged : null,
    isBehind,
    /** It was published while this reviewer looked. */
    isAnew,
    /** What approving publishes; null while somebody has to choose. */
    content,
    isDraftItself: content === draft.draftContent,
    /** What the editor began with; null: nobody edits. */
    editing: editing?.content ?? null,
    edit: (text: string) => setEditing({ content: text, base: published }),
    /** What was typed saw what was published when it was begun, and nothing newer. */
    apply: (text: string) => {
      if (editing) setEdited({ content: text, base: editing.base })
      setEditing(null)
    },
  }
}
