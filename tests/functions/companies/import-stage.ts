// Files of clients as a browser sends them, and what becomes of them.
import { parse } from 'csv-parse/sync'
import { expect } from 'vitest'
import type { ImportDeps } from '#functions/domain/companies/import.ts'
import { toCsvLine } from '#shared/csv.ts'
import type { Company } from '#shared/model/company.ts'
import type { Member } from '../../support/cast.ts'
import type { Harness } from '../../support/harness.ts'
import { openDoor } from '../exclusions/door.ts'
import { stageOf } from './stage.ts'

export const file = (...rows: string[][]) =>
  [['Company', 'Full name', 'E-mail', 'Phone', 'Country'], ...rows].map(toCsvLine).join('')
export const person = (i: number, tag = 'new') => [`Client ${i}`, `Person ${i}`, `p${i}@${tag}.example`, '', '']

/** `at.agency` is whose clients they are; a test may set another one. */
export async function importStage(h: Harness) {
  const door = await openDoor(h)
  const { list, plant } = stageOf(h)
  const at: { agency: Company } = { agency: h.cast.northlight }
  const deps: ImportDeps = { ...h.services, platformDomain: 'localhost:8787', remainingMs: () => 180_000 }

  const start = (who: Member, companyID: string, filename = 'New Clients.csv') =>
    h.call(who, 'companies.startImport', { companyID, filename })
  const jobs = async (companyID = at.agency.id) => (await h.call('olive', 'companies.imports', { companyID })).body.data
  /** Sends a file as a browser does, and answers the import; nobody has read it yet. */
  async function send(content: string | Uint8Array) {
    const { body } = await start('olive', at.agency.id)
    expect((await door.post({ url: body.url, fields: body.fields }, content)).status).toBe(201)
    return { companyId: at.agency.id, importId: body.importID }
  }
  const ask = (who: Member, name: 'importPreview' | 'confirmImport' | 'dropImport', importID: string) =>
    h.call(who, `companies.${name}`, { companyID: at.agency.id, importID })
  const confirm = (importID: string) =>
    h.call('olive', 'companies.confirmImport', { companyID: at.agency.id, importID })
  /** Sends a file and has it checked. */
  async function check(content: string | Uint8Array) {
    const ref = await send(content)
    await h.drain()
    const [job] = await jobs()
    return { ref, job }
  }
  /** Sends a file, and confirms what it would make. */
  async function read(content: string | Uint8Array) {
    const { ref, job } = await check(content)
    if (job?.status !== 'checked') return { ref, job }
    expect((await confirm(ref.importId)).status).toBe(200)
    await h.drain()
    return { ref, job: (await jobs())[0] }
  }
  /** One run of the timetable entry that looks after what stands still. */
  async function look(now: number) {
    h.setClock(now)
    await h.runner.trigger('expireStaleUploads', now)
    await h.drain()
  }
  async function leftOver(importID: string) {
    const { body } = await h.call('olive', 'companies.importedRows', { companyID: at.agency.id, importID })
    return parse((await door.get(body.url)).text) as string[][]
  }

  const listAll = () => list('olive', { companyId: at.agency.id, sort: 'company_name', order: 'asc' })
  return { at, deps, door, plant, list, listAll, start, jobs, send, ask, confirm, check, read, look, leftOver }
}
