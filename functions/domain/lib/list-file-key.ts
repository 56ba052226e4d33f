// Where files of lists lie in the bucket.
import type { ListFile } from '#shared/model/list-file.ts'

export type ListFileRef = { companyId: string; id: string }

export const listFileFolder = (companyId: string) => `exports/lists/${companyId}/`
/** One that was begun anew has another name than before. */
export const listFileKey = ({ companyId, id, round }: ListFileRef & Pick<ListFile, 'round'>) =>
  `${listFileFolder(companyId)}${id}${round === undefined ? '' : `-${round}`}.csv`
