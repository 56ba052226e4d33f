// B21: whole imports through stores, queues and workers, as many at once as the workers of one machine take: ten exclusion
// files into one list beside ten into lists of their own, and a thousand clients with their invitations.
import { incomingImportKey } from '#functions/domain/companies/import-files.ts'
import { incomingKey } from '#functions/domain/exclusions/keys.ts'
import { toCsvLine } from '#shared/csv.ts'
import { DAY } from '#shared/dates.ts'
import type { Bench } from './platform.ts'
import type { Figure } from './ratio.ts'

const [FILES, ROWS, CLIENTS] = [10, 10_000, 1000]
const pause = () => new Promise((resolve) => setTimeout(resolve, 20))
const zero = { totalRows: 0, currentRow: 0, accepted: 0, duplicates: 0, rejected: 0, resends: 0, reason: null }

const asked = ({ services }: Bench) => ({
  status: 'waiting' as const,
  requestedBy: 'bench',
  createdAt: services.now(),
  updatedAt: services.now(),
})

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await pause()
}

/** Files of different records into one list, by so many at once; answers how long all of them took. */
async function importFiles(bench: Bench, list: string, atOnce: number): Promise<number> {
  const { db, files, newId } = bench.services
  const companyId = bench.cast.brightSmiles.id
  const open = async (file: number) => {
    const [uploadId, campaignType] = [newId('upload'), list]
    const { epoch } = await db.exclusion.get(companyId, campaignType)
    const row = { id: uploadId, companyId, campaignType, fileName: 'x.csv', epoch, plan: null }
    await db.upload.create({ ...zero, ...asked(bench), ...row })
    const lines = Array.from({ length: ROWS }, (_, at) => `person${file}.${at}@example.com`)
    await files.put(incomingKey({ companyId, uploadId }), lines.join('\n'), 'text/csv')
    return uploadId
  }
  const began = performance.now()
  for (let file = 0; file < FILES; file += atOnce) {
    const ids = await Promise.all(Array.from({ length: atOnce }, (_, at) => open(file + at)))
    for (const id of ids) await until(async () => (await db.upload.find(companyId, id))?.status === 'done')
  }
  return performance.now() - began
}

async function importClients(bench: Bench): Promise<{ checkMs: number; makeMs: number }> {
  const { services, cast } = bench
  const { db, files, queues, newId, now } = services
  const [companyId, importId] = [cast.northlight.id, newId('import')]
  const made = {
    id: importId,
    fileName: 'clients.csv',
    contentHash: null,
    confirmUntil: null,
    worked: 0,
    lateRows: [],
    granted: null,
    invited: 0,
    countedFor: '',
  }
  await db.clientImport.create({ ...zero, ...asked(bench), requestedBy: cast.users.ada.id, companyId, ...made })
  const ref = { companyId, id: importId }
  const isIn = (status: string) => async () => (await db.clientImport.find(ref))?.status === status
  const lines = Array.from({ length: CLIENTS }, (_, row) =>
    toCsvLine([`Company ${row}`, `Person ${row}`, `person${row}@bench.example`]),
  )
  const began = performance.now()
  await files.put(
    incomingImportKey({ companyId, importId }),
    `Company,Full name,E-mail\r\n${lines.join('')}`,
    'text/csv',
  )
  await until(isIn('checked'))
  const checked = performance.now()
  const quota = { kind: 'bench', subject: companyId, count: CLIENTS, most: CLIENTS, windowMs: DAY, now: now() }
  await db.clientImport.confirm(ref, quota, now())
  await queues.send('importClients', { companyId, importId })
  await until(isIn('done'))
  return { checkMs: checked - began, makeMs: performance.now() - checked }
}

export async function benchImports(bench: Bench): Promise<Figure[]> {
  const { services, units } = bench
  let turns = 0
  const lock = services.db.exclusion.lock.bind(services.db.exclusion)
  services.db.exclusion.lock = (...given) => {
    turns++
    return lock(...given)
  }
  const running = bench.runner.start()
  const inTurn = await importFiles(bench, 'turns', 1)
  turns = 0
  const together = await importFiles(bench, 'client', FILES)
  const looks = turns
  const clients = await units.of(() => importClients(bench))
  await running.stop()
  const seconds = (ms: number) => (ms / 1000).toFixed(1)
  const { checkMs, makeMs } = clients.result
  return [
    {
      id: 'B21',
      what: `${FILES} exclusion files of ${ROWS.toLocaleString('en-US')} sent at once into one list: time over one after another (${seconds(together)} s, ${seconds(inTurn)} s); looks whether the list is free`,
      figure: `${(together / inTurn).toFixed(2)}; ${looks}`,
      goal: '<= 1.25; <= 60',
      peer: 'one after another 1; 10',
      met: together <= 1.25 * inTurn && looks <= 60,
    },
    {
      id: 'B21',
      what: `${CLIENTS.toLocaleString('en-US')} rows of clients: write units a client, beside mails (checked in ${seconds(checkMs)} s, made in ${seconds(makeMs)} s)`,
      figure: (clients.units.writes / CLIENTS).toFixed(1),
      goal: '',
      peer: '',
      met: undefined,
    },
  ]
}
