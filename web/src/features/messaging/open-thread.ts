/** The thread that somebody looks at now: what comes there is read as it comes. */
let open: string | null = null

export const setOpenThread = (id: string | null) => {
  open = id
}

export const isOpenThread = (id: string): boolean => open === id
