/** Pages of a user that show hands-free mode. Only hints are emitted to it. */
export const handsFreeRoom = (userId: string) => `hands-free:${userId}`
