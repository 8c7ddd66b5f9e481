/** Max shown messages of one thread: six pages of the list. */
export const WINDOW_MAX = 300
