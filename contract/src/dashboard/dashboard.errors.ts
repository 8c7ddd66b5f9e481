/** The HTTP status of each error code. */
export const dashboardErrors = {
  'dashboard.sectionNotFound': 404,
  'dashboard.linkNotFound': 404,
  'dashboard.orderChanged': 409,
  'dashboard.imageRequired': 400,
  'dashboard.notAnImage': 400,
  'dashboard.iconRequired': 400,
} as const
