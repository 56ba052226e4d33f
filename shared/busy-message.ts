/** The one sentence that the login page may have to say as well: it stands apart, so that the others are fetched after it. */
export const BUSY = 'Server might be busy please try again later'
