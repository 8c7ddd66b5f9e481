import { useEffect, useRef, useState } from 'react'
import type { DraftComparison } from '@noroshi/contract/pages/drafts.http'
import { useMerge } from './compare/use-merge.ts'
import type { ContentBase } from './unsent.ts'

/** A result that the reviewer edited, with the published content on which the edit is based. */
interface Edited {
  readonly content: string
  readonly base: ContentBase
}

/**
 * State of a review. If the page was published after the draft's base, both are merged. A result that the reviewer
 * edited replaces the draft, so that a further publication, even during the edit, is merged with it.
 */
export function useReview({ draft, baseContent, published }: DraftComparison) {
  const [edited, setEdited] = useState<Edited | null>(null)
  const [editing, setEditing] = useState<Edited | null>(null)
  const base: ContentBase = edited?.base ?? { revision: draft.baseRevision, content: baseContent }
  const currentDraft = edited?.content ?? draft.draftContent
  const merged = useMerge({ base: base.content, published: published.content, draft: currentDraft })
  const isBehind = base.revision < published.revision

  const lastRevision = useRef(published.revision)
  const [hasNewRevision, setHasNewRevision] = useState(false)
  useEffect(() => {
    if (published.revision > lastRevision.current) setHasNewRevision(true)
    lastRevision.current = published.revision
  }, [published.revision])

  const content = isBehind ? (merged?.result ? JSON.stringify(merged.result) : null) : currentDraft
  return {
    /** null if the draft is based on the published revision, so that there is nothing to merge. */
    merged: isBehind ? merged : null,
    isBehind,
    /** The page was published during the review. */
    hasNewRevision,
    /** The content that an approval publishes; null while a conflict has no choice. */
    content,
    /** The reviewer edited the result or resolved a conflict. */
    isEdited: edited !== null || (isBehind && merged !== null && merged.choices.size > 0),
    isDraftItself: content === draft.draftContent,
    /** Initial content of the open editor; null if it is closed. */
    editing: editing?.content ?? null,
    edit: (text: string) => setEditing({ content: text, base: published }),
    /** Applies the edit. Its base is the revision that was published when the edit began. */
    apply: (text: string) => {
      if (editing) setEdited({ content: text, base: editing.base })
      setEditing(null)
    },
  }
}
