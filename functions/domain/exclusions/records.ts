// What an upload brought into its list, from the file that was kept with its plan.
import type { Upload } from '#shared/model/upload.ts'
import type { Files } from '../../gateways/files.ts'
import { readExclusionFile } from './file.ts'
import { recordsKey } from './keys.ts'
import { type Digests, digestsOf, toHashed } from './plan.ts'

const unlimited = { maxBytes: Number.POSITIVE_INFINITY, maxRows: Number.POSITIVE_INFINITY }

/** The digests of an upload's plan; undefined when their file is gone, because the list was emptied. */
export async function findRecords(files: Pick<Files, 'read'>, upload: Upload): Promise<Digests | undefined> {
  if (upload.accepted === 0 || !upload.plan) return {}
  const object = await files.read(recordsKey(upload, upload.plan.id))
  // All that it brought was taken off the list by hand since.
  if (object?.bytes === 0) return {}
  return object && digestsOf(toHashed((await readExclusionFile(object.body, unlimited)).accepted))
}
