// What the suites of this folder share: a platform, companies of their own, uploads without a browser, and a look
// into the stored sets.
import { createHash } from 'node:crypto'
import { type ExclusionList, shelfOf } from '#functions/data/exclusions/list.ts'
import type { AskedList } from '#functions/domain/exclusions/check.ts'
import { type ImportServices, importUpload } from '#functions/domain/exclusions/import.ts'
import { incomingKey, type UploadRef } from '#functions/domain/exclusions/keys.ts'
import { hashKinds } from '#shared/csv.ts'
import { COMPANY_SCOPE } from '#shared/model/exclusion.ts'
import type { Upload } from '#shared/model/upload.ts'
import { harness } from '#tests/support/harness.ts'

export const hash = (kind: 'md5' | 'sha1' | 'sha256', text: string) => createHash(kind).update(text).digest('hex')
/** The list of a whole company, asked as a client's. */
export const listOf = (companyId: string): AskedList => ({ level: 'client', companyId, scope: COMPANY_SCOPE })
/** `count` different addresses. */
export const addresses = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => `person${from + index}@example.com`)
export const lines = (rows: readonly string[]) => `${rows.join('\n')}\n`

export async function startStage() {
  const stage = await harness()
  const { services, db } = stage

  /** Every digest that the check would find, by kind. */
  async function held(companyId: string): Promise<Record<string, string[]>> {
    const list: ExclusionList = await db.exclusion.get(companyId, COMPANY_SCOPE)
    const all: Record<string, string[]> = {}
    for (const kind of hashKinds) {
      const layout = list.kinds[kind]
      if (!layout) continue
      const shelf = shelfOf(list, kind, layout)
      const buckets = Array.from({ length: 2 ** layout.bits }, (_, number) => ({ shelf, number }))
      const digests: string[] = []
      for await (const bucket of db.exclusion.read(buckets, true)) {
        digests.push(...bucket.digests.map((digest) => Buffer.from(digest).toString('hex')))
      }
      all[kind] = digests.sort()
    }
    return all
  }

  return {
    ...stage,
    get cast() {
      return stage.cast
    },
    held,
    /** A client of Ada's agency with a list of its own. */
    async newCompany(): Promise<string> {
      const id = services.newId('company')
      await db.company.create({ ...stage.cast.brightSmiles, id })
      return id
    },
    /** An upload whose file has arrived, and that no worker has seen yet. */
    async arrive(companyId: string, content: string | Uint8Array, more: Partial<Upload> = {}): Promise<UploadRef> {
      const uploadId = services.newId('upload')
      const { epoch } = await db.exclusion.get(companyId, more.campaignType ?? COMPANY_SCOPE)
      const zero = { totalRows: 0, currentRow: 0, accepted: 0, duplicates: 0, rejected: 0, resends: 0 }
      const at = services.now()
      await db.upload.create({
        id: uploadId,
        companyId,
        campaignType: COMPANY_SCOPE,
        fileName: 'list.csv',
        status: 'waiting',
        epoch,
        ...zero,
        plan: null,
        reason: null,
        requestedBy: 'usr_test',
        createdAt: at,
        updatedAt: at,
        ...more,
      })
      await services.files.put(incomingKey({ companyId, uploadId }), content, 'text/csv')
      return { companyId, uploadId }
    },
    work: (ref: UploadRef, own: Partial<ImportServices> = {}) => importUpload({ ...services, ...own }, ref),
    async find({ companyId, uploadId }: UploadRef): Promise<Upload> {
      const upload = await db.upload.find(companyId, uploadId)
      if (!upload) throw new Error('The upload is gone.')
      return upload
    },
  }
}
export type Stage = Awaited<ReturnType<typeof startStage>>
