/** Made once, for all who ask; where that fails, whoever asks next has it tried again. */
export function keptUnlessFailed<Made>(make: () => Promise<Made>): () => Promise<Made> {
  let kept: Promise<Made> | null = null
  return () => {
    kept ??= make().catch((error: unknown) => {
      kept = null
      throw error
    })
    return kept
  }
}
