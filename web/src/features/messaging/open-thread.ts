/** Id of the thread whose end is on the screen. Its new messages are visible at once and do not count as unread. */
let openId: string | null = null

export const setOpenThread = (id: string | null) => {
  openId = id
}

export const isOpenThread = (id: string): boolean => openId === id
