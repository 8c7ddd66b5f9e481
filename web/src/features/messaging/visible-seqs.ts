const linesOf = (stream: HTMLElement) => stream.querySelectorAll<HTMLElement>('[data-seq]')
const seqOf = (line: HTMLElement | undefined): number => Number(line?.dataset['seq'] ?? 0)

/** Whether something is above the chat, such as a dialog. */
function isCovered(stream: HTMLElement): boolean {
  const { left, top, width, height } = stream.getBoundingClientRect()
  const shown = document.elementFromPoint(left + width / 2, top + height / 2)
  return shown !== null && stream.closest('[data-chat]')?.contains(shown) !== true
}

/**
 * Returns the seqs of the messages whose end is on the screen, in their order: who reads a long message gets to its end. It finds the
 * first one by binary search.
 * @returns null if the chat is covered
 */
export function visibleSeqs(stream: HTMLElement): number[] | null {
  if (isCovered(stream)) return null
  const { top, bottom } = stream.getBoundingClientRect()
  const lines = linesOf(stream)
  let [low, high] = [0, lines.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((lines[middle]?.getBoundingClientRect().bottom ?? 0) > top) high = middle
    else low = middle + 1
  }
  const seqs: number[] = []
  // Positions have fractions of a pixel.
  for (let line = lines[low]; line && line.getBoundingClientRect().bottom <= bottom + 1; line = lines[(low += 1)])
    seqs.push(seqOf(line))
  return seqs
}

/** Returns the seq of the last message of the shown ones; 0 without one. */
export const lastSeq = (stream: HTMLElement): number => seqOf([...linesOf(stream)].at(-1))
