/**
 * Ends a process whose file exceeds a limit, by the default action of the signal. Any other end says nothing of the file: the
 * system may have needed its memory.
 */
export const EXCEEDED_SIGNAL = 'SIGVTALRM'
