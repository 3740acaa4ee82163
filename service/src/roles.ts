export const ROLES = ['all', 'api', 'worker', 'migrate'] as const
export type Role = (typeof ROLES)[number]

export const isRole = (word: string): word is Role => ROLES.includes(word as Role)
