import { ApiError } from './api-error.ts'

/** What ends an act for which a person did not give their password. */
export const declined = () => new ApiError(403, 'declined', 'Nothing was changed, because your password was not given.')
