// People who were erased since a copy was made stay erased when an agency is brought back out of it.
import { existsSync, readFileSync } from 'node:fs'
import { answerPersonRequest } from '#functions/domain/exclusions/person.ts'
import type { Services } from '#functions/kit/services.ts'
import { type PersonRequest, SavedErasures } from '#shared/model/person-request.ts'
import { erasureOf } from './copy.ts'
import type { LookedAt } from './restore.ts'

type Needed = Pick<Services, 'db' | 'files' | 'queues' | 'now' | 'newId'>

function saved(file: string | undefined): PersonRequest[] {
  if (file === undefined) return []
  if (!existsSync(file)) throw new Error(`There is no file ${file}.`)
  const parsed = SavedErasures.safeParse(JSON.parse(readFileSync(file, 'utf8')))
  if (!parsed.success) throw new Error(`${file} holds no erasures that were saved.`)
  return parsed.data
}

/**
 * Erasures of the agency, of its clients and of those above it that the copy has not done: from the table, and from a file that was saved
 * before, where the table lost them. One from above is repeated for this agency alone.
 */
export async function findErasures(
  { db }: Needed,
  { manifest, copy, states }: LookedAt,
  rootId: string,
  file: string | undefined,
): Promise<PersonRequest[]> {
  const known: PersonRequest[] = saved(file)
  for (const id of [rootId, ...states.keys()]) known.push(...(await db.personRequest.list(id)))
  const wanted = new Map<string, PersonRequest>()
  for (const request of known) {
    if (request.kind !== 'erase' || copy.erased.has(erasureOf(request))) continue
    const companyId = request.companyId === rootId ? manifest.agencyId : request.companyId
    if (states.has(companyId)) wanted.set(erasureOf({ companyId, id: request.id }), { ...request, companyId })
  }
  return [...wanted.values()]
}

/** Before any row comes back, so that nobody becomes a lead again meanwhile. */
export async function beginErasures({ db, now }: Needed, erasures: readonly PersonRequest[]): Promise<void> {
  for (const request of erasures) {
    const hashes = request.hashes.map((each) => Buffer.from(each, 'hex'))
    await db.exclusion.erase(request.companyId, hashes, now())
    await db.personRequest.again(request, now())
  }
}

export async function endErasures(services: Needed, erasures: readonly PersonRequest[]): Promise<void> {
  for (const { companyId, id } of erasures) {
    const said = await answerPersonRequest(
      { ...services, remainingMs: () => Number.POSITIVE_INFINITY },
      { companyId, id },
    )
    if (said !== 'done')
      throw new Error(`The erasure ${id} of ${companyId} was not repeated: ${said}. Run this again before you resume.`)
  }
}

/**
 * Whom the platform has had erased that an agency comes to stay erased: what comes along of them is blanked. Answers how many erasures
 * that were; doing it again does what is left.
 */
export async function eraseForNewcomer(services: Needed, rootId: string, agencyId: string): Promise<number> {
  const { db } = services
  const open: PersonRequest[] = []
  for (const request of await db.personRequest.list(rootId)) {
    const own = { ...request, companyId: agencyId }
    if (request.kind === 'erase' && (await db.personRequest.find(own))?.status !== 'done') open.push(own)
  }
  await beginErasures(services, open)
  await endErasures(services, open)
  return open.length
}
