import { useState } from 'react'
import { text } from '../../platform/language/i18n.ts'
import { withReadablePictures } from '../../platform/device/readable-pictures.ts'
import { withoutTooLarge } from '../../ui/forms/file-limits.ts'
import { pictureProblemOf } from './picture-problem.ts'

/** State of a comment's picture: the file and the reason why the last one was refused. */
export function useCommentPicture(maxMb: number) {
  const [picture, setPicture] = useState<File | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  return {
    picture,
    problem,
    setProblem,
    choose: (chosen: readonly File[]) =>
      withReadablePictures(chosen, (files) => {
        setProblem(pictureProblemOf(files, text))
        const [first] = files
        if (!first || pictureProblemOf([first], text) !== null) return
        const [fitting] = withoutTooLarge([first], maxMb)
        if (fitting) setPicture(fitting)
      }),
    /** Takes the picture of a comment that the user edits again. */
    restore: setPicture,
    clear: () => {
      setPicture(null)
      setProblem(null)
    },
  }
}
export type CommentPicture = ReturnType<typeof useCommentPicture>
