// Where files of a company and of its people lie.

/** Where files of a company lie that go along. What is made to be downloaded once, or only just arrived, stays. */
export const foldersOf = (companyId: string): string[] => [
  `brand/${companyId}/`,
  `banners/${companyId}/`,
  `documents/agreements/${companyId}/`,
  `enrichments/kept/${companyId}/`,
  `exclusions/lists/${companyId}/`,
  `exclusions/pieces/${companyId}/`,
  `exclusions/rejected/${companyId}/`,
  `imports/checked/${companyId}/`,
  `imports/rejected/${companyId}/`,
]
export const folderOfPerson = (userId: string) => `pictures/users/${userId}/`
