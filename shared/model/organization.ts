/** `kept`: at the partner, for this company. `entered`: somebody typed its id, and it was not made for this company. `missing`: the partner knows none of this id. */
export const organizationRecords = ['kept', 'entered', 'missing'] as const
export type OrganizationRecord = (typeof organizationRecords)[number]
