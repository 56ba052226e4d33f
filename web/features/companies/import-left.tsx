import { Anchor } from '@mantine/core'
import { areRefusedRowsKept } from '#shared/retention.ts'
import { send } from '../../api/client.ts'
import { fetchFile } from '../../api/files.ts'
import { timeNow } from '../../api/server-time.ts'
import { downloadFile, sayNotDownloaded } from '../../ui/download-button.tsx'
import { toCount } from '../../ui/format.ts'
import classes from './companies.module.css'
import type { Job } from './use-import.ts'

type Props = { job: Job; companyId: string; isMade: boolean }

/** The rows that became no client, or would become none, as a file that can be mended and sent again. */
export function LeftRows({ job, companyId, isMade }: Props) {
  const left = job.duplicates + job.rejected
  if (left === 0 || !areRefusedRowsKept(job.createdAt, timeNow())) return null
  const save = async () => {
    const place = await send('companies.importedRows', { companyId: companyId, importId: job.id }).catch(
      () => undefined,
    )
    if (place) await downloadFile(() => fetchFile(place.url), place.filename)
    else sayNotDownloaded()
  }
  const rows = left === 1 ? 'row' : `${toCount(left)} rows`
  const were = isMade ? (left === 1 ? 'was not added' : 'were not added') : left === 1 ? 'is left out' : 'are left out'
  return (
    <Anchor component="button" type="button" size="sm" className={classes.left} onClick={() => void save()}>
      Download the {rows} that {were}
    </Anchor>
  )
}
