import { contracts } from '#shared/contracts/index.ts'
import { cleanFileName } from '#shared/csv.ts'
import { MINUTE } from '#shared/dates.ts'
import { invalid, tooMany } from '#shared/errors.ts'
import { ExclusionBatch, MAX_BATCH_BYTES } from '#shared/model/exclusion-batch.ts'
import { incomingKey } from '../../domain/exclusions/keys.ts'
import { ownerOf, scopeOf } from '../../domain/exclusions/scope.ts'
import { handle } from '../../kit/handle.ts'
import { toExclusionUpload } from '../../wire/developer/exclusion-upload.ts'

/** Long files take their time on slow lines. */
const FORM_MS = 60 * MINUTE
/** Forms of a client whose file is still to come: a program that asks for no end of them must not keep others waiting. */
const MOST_AWAITED = 100
const missing = () => invalid({ campaign_id: 'This client has no such campaign.' })

export default handle(
  contracts.developer.createExclusionUpload,
  async ({ db, files, input, agency, company, key, now, newId, tell }) => {
    if (company.id === agency.id) throw invalid({ client: 'Exclusion lists belong to clients.' })
    const place = input.campaign_id === undefined ? undefined : await db.campaign.locate(input.campaign_id)
    if (input.campaign_id !== undefined && place?.companyId !== company.id) throw missing()
    const campaign = place && (await db.campaign.find(company.id, place.id))
    if (place && (!campaign || campaign.status === 'removed')) throw missing()
    const scope = scopeOf(campaign ? 'campaign' : 'client', campaign)
    const { epoch } = await db.exclusion.get(company.id, scope)
    const batch = ExclusionBatch.parse({
      id: newId('exclusionBatch'),
      companyId: company.id,
      scope,
      fileName: cleanFileName(input.filename),
      status: 'waiting',
      epoch,
      requestedBy: key.id,
      keyVersion: key.version,
      createdAt: now(),
    })
    if (!(await db.exclusionBatch.announce(batch, { most: MOST_AWAITED, forMs: FORM_MS })))
      throw tooMany(
        'Many uploads of this client were begun whose file has not come. Try again in an hour.',
        FORM_MS / 1000,
      )
    tell({
      description: `Sent a file for the exclusion list of ${ownerOf(company, campaign)}`,
      ...(campaign && { campaignId: campaign.id }),
      after: { file: batch.fileName, upload: batch.id },
    })
    const form = await files.uploadForm(incomingKey({ companyId: company.id, uploadId: batch.id }), {
      maxBytes: MAX_BATCH_BYTES,
      contentType: 'text/csv',
      expiresSeconds: FORM_MS / 1000,
    })
    return { ...toExclusionUpload(batch), ...form }
  },
)
