/** Pages that never redirect to the login (specification, section 6; the alert page by product decision). */
const publicPages = [
  /^\/$/,
  /^\/(login|register|forgot-password|reset-password|confirm-email|join|ready|siren|answer)\/?$/,
  /^\/feeds?(\/|$)/,
  /^\/pages?(\/|$)/,
  /^\/alerts\/[^/]+\/messages\//,
]

export const isPublicPath = (path: string): boolean => publicPages.some((page) => page.test(path))
