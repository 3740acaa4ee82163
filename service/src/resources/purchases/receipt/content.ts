export const receiptOf = (..._all: unknown[]): unknown => ({})
