import { lostTo } from '#shared/errors.ts'

export const changedMeanwhile = () =>
  lostTo({ roleName: 'The roles were changed by somebody else at the same time. Please try again.' })
