/** The keepers of a roll-call who have its tally open. */
export const rollCallRoom = (id: string) => `roll-call:${id}`
