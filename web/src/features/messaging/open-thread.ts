/** Id of the thread on the screen. Its new messages count as read. */
let openId: string | null = null

export const setOpenThread = (id: string | null) => {
  openId = id
}

export const isOpenThread = (id: string): boolean => openId === id
