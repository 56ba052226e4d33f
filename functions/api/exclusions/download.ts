import { Readable } from 'node:stream'
import { contracts } from '#shared/contracts/index.ts'
import { toCsvLine } from '#shared/csv.ts'
import { exportFolder, recordsKey } from '../../domain/exclusions/keys.ts'
import { scopeOf } from '../../domain/exclusions/scope.ts'
import { mapConcurrent } from '../../domain/lib/map-concurrent.ts'
import type { Files } from '../../gateways/files.ts'
import { handle } from '../../kit/handle.ts'

const HEADER = Buffer.from(toCsvLine(['record']))
const FILE_NAME = 'exclusion-list.csv'

async function* join(files: Files, keys: readonly string[]): AsyncGenerator<Uint8Array> {
  yield HEADER
  for (const key of keys) {
    const part = await files.read(key)
    if (!part) throw new Error(`The file ${key} is gone.`)
    yield* part.body
  }
}

export default handle(contracts.exclusions.download, async ({ input, company, campaign, db, files }) => {
  const ref = { companyId: company.id, scope: scopeOf(input.campaignType, campaign) }
  const { epoch, revision } = await db.exclusion.get(ref.companyId, ref.scope)
  // Made once for each state of the list.
  const target = `${exportFolder(ref)}${epoch}-${revision}.csv`
  if (!(await files.exists(target))) {
    const uploads = await db.upload.listImported(ref.companyId, ref.scope, epoch)
    const parts = uploads.flatMap((upload) => (upload.plan ? [recordsKey(upload, upload.plan.id)] : []))
    const sizes = await mapConcurrent(parts, (key) => files.findSize(key))
    const bytes = sizes.reduce<number>((sum, size) => sum + (size ?? 0), HEADER.length)
    await files.putStream(target, Readable.from(join(files, parts), { objectMode: false }), bytes, 'text/csv')
  }
  return { url: await files.downloadUrl(target, FILE_NAME), filename: FILE_NAME }
})
