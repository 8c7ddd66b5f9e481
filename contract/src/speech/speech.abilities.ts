import { defineAbilities, type Viewer } from '../define.ts'

/** The facts that determine the rights over the transcript of a recording that the viewer may read. */
export interface TranscriptFacts {
  /** The user who recorded it; null: an anonymous device. */
  readonly speakerId: string | null
}

export const speechAbilities = defineAbilities({
  'transcript:correct': (viewer: Viewer, { speakerId }: TranscriptFacts) => viewer !== null && viewer.id === speakerId,
})
