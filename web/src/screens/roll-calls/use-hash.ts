import { useLocation } from '@tanstack/react-router'

/** Returns the fragment of the address, without its sign. No request, log or referrer has it. */
export const useHash = (): string => useLocation({ select: ({ hash }) => hash })
