/** Where the data server lives: always the tenant's own origin. */
export const base = '/api'
