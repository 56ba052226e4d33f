// The attributes by which a row of a webhook or a tool knows how it has done; rows from before have none.
const number = { type: 'number' } as const
export const healthAttributes = { failingSince: number, failedTries: number, warnedAt: number, offAt: number } as const
