/** Splits an email address where a line may break. Each part ends with its separator. */
export const emailParts = (email: string): string[] => email.match(/[^@._+-]+[@._+-]*|[@._+-]+/g) ?? [email]
