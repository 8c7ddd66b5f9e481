/** Sockets of one siren screen. */
export const sirenScreenRoom = (screenId: string) => `siren-screen:${screenId}`
/** Sockets of the siren screens of an alert group. Only hints without content are emitted to it. */
export const sirenGroupRoom = (groupId: string) => `siren-group:${groupId}`
/** Sockets of all siren screens. */
export const SIREN_SCREENS = 'siren-screens'
