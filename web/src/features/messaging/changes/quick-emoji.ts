/** The reactions that the menu of a message offers at once. */
export const QUICK_EMOJI = ['👍', '❤️', '🙏', '😂', '😮', '😢'] as const
