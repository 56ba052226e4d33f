// Where the files of exclusion lists lie in the bucket.
import type { Upload } from '#shared/model/upload.ts'
import type { ListRef } from '../../data/exclusions/list.ts'

export type UploadRef = { companyId: string; uploadId: string }

/** Every object under this prefix becomes a message of the import job. */
export const incomingKey = ({ companyId, uploadId }: UploadRef) => `exclusions/incoming/${companyId}/${uploadId}.csv`

/** Pieces of a long file lie beside what arrives, where no message is made of them. */
export const piecesFolder = ({ companyId, uploadId }: UploadRef) => `exclusions/pieces/${companyId}/${uploadId}/`
export const pieceKey = (ref: UploadRef, piece: number) => `${piecesFolder(ref)}${String(piece).padStart(3, '0')}.csv`

/** The same each time, so that a piece that is asked for twice is one upload. */
export const pieceId = (batchId: string, piece: number) => `upl_${batchId.slice(batchId.indexOf('_') + 1)}-${piece}`

/** Names of columns may stand at its beginning. Of a long file they are left out when it is cut. */
export const mayHaveNames = ({ batchId }: Pick<Upload, 'batchId'>) => batchId === undefined

/** The upload that an object's key names (as an event spells it), or undefined for any other object. */
export function refOfKey(key: string): UploadRef | undefined {
  const [, companyId, uploadId] =
    /^exclusions\/incoming\/([\w-]+)\/([\w-]+)\.csv$/.exec(decodeURIComponent(key.replaceAll('+', ' '))) ?? []
  return companyId && uploadId ? { companyId, uploadId } : undefined
}

/** Where the records of all lists of a company lie, and the rows that were refused. */
export const recordsOf = (companyId: string) => `exclusions/lists/${companyId}/`
export const rejectedOf = (companyId: string) => `exclusions/rejected/${companyId}/`

/** The list to which a file of records belongs. */
export const listOfRecords = (companyId: string, key: string): ListRef => ({
  companyId,
  scope: key.slice(recordsOf(companyId).length).split('/')[0] ?? '',
})

/** Records of one epoch of a list, one file for each upload; a purge leaves the whole folder behind. */
export const recordsFolder = ({ companyId, scope }: ListRef, epoch: number) =>
  `${recordsOf(companyId)}${scope}/${epoch}/`
export const recordsKey = (upload: Upload, planId: string) =>
  `${recordsFolder({ companyId: upload.companyId, scope: upload.campaignType }, upload.epoch)}${upload.id}-${planId}.csv`
export const rejectedKey = (upload: Upload, planId: string) =>
  `${rejectedOf(upload.companyId)}${upload.id}-${planId}.csv`

/** Whole lists, put together to be downloaded; a changed list gets a new name. */
export const exportFolder = ({ companyId, scope }: ListRef) => `exports/exclusions/${companyId}/${scope}/`

/** The copy of what is held on a person. */
export const personKey = ({ companyId, id }: { companyId: string; id: string }) =>
  `exports/people/${companyId}/${id}.json`
/** What was found for it so far, until it is whole. */
export const personFolder = ({ companyId, id }: { companyId: string; id: string }) =>
  `exports/people/${companyId}/${id}/`
/** Leads of a round. `answered`: how many leads are before those of the part. */
export const personPartKey = (ref: { companyId: string; id: string }, answered: number) =>
  `${personFolder(ref)}${answered}.json`
/** Rows in files of one company. */
export const personRowsFolder = (ref: { companyId: string; id: string }) => `${personFolder(ref)}files-`
export const personRowsKey = (ref: { companyId: string; id: string }, ofCompany: string) =>
  `${personRowsFolder(ref)}${ofCompany}.json`
