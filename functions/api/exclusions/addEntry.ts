import { ADDED_BY_HAND } from '#shared/constants.ts'
import { contracts } from '#shared/contracts/index.ts'
import { toCsvLine } from '#shared/csv.ts'
import { maskEntry, readEntry, stateOf } from '../../domain/exclusions/entry.ts'
import { incomingKey } from '../../domain/exclusions/keys.ts'
import { newUpload } from '../../domain/exclusions/new-upload.ts'
import { ownerOf, scopeOf } from '../../domain/exclusions/scope.ts'
import { handle } from '../../kit/handle.ts'

const result = 'success' as const

export default handle(
  contracts.exclusions.addEntry,
  async ({ input, company, campaign, actor, db, files, now, newId, tell }) => {
    const { record, text } = readEntry(input.record)
    const scope = scopeOf(input.campaignType, campaign)
    const list = await db.exclusion.get(company.id, scope)
    if ((await stateOf(db, list, record)) === 'listed')
      return { result, message: 'This entry is on the list already.', jobID: null }
    const id = newId('upload')
    const requestedBy = actor.viewing?.userId ?? actor.userId
    // One row is a file like any other: what is promised of files (late leads, erased people, downloads) holds for it too.
    await db.upload.create(
      newUpload({
        id,
        companyId: company.id,
        campaignType: scope,
        fileName: ADDED_BY_HAND,
        epoch: list.epoch,
        requestedBy,
        createdAt: now(),
      }),
    )
    await files.put(incomingKey({ companyId: company.id, uploadId: id }), toCsvLine([text]), 'text/csv')
    await db.upload.mark(company.id, id, 'queued', now())
    tell({
      description: `Added ${maskEntry(record)} to the exclusion list of ${ownerOf(company, campaign)}`,
      ...(campaign && { campaignId: campaign.id }),
      after: { entry: maskEntry(record), upload: id },
    })
    return { result, message: 'This entry is being added.', jobID: id }
  },
)
