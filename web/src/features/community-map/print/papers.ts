/** The papers of a printed map. */
export const PAPERS = ['a4', 'a3'] as const
export type Paper = (typeof PAPERS)[number]
