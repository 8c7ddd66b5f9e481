/** Pages that never lead to the login by themselves (specification, section 6; the alert page by product decision). */
const publicPages = [
  /^\/$/,
  /^\/(login|register|forgot-password|reset-password)\/?$/,
  /^\/feeds?(\/|$)/,
  /^\/pages?(\/|$)/,
  /^\/alerts\/[^/]+\/messages\//,
]

export const isPublicPath = (path: string): boolean => publicPages.some((page) => page.test(path))
