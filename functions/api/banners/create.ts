import { setTimeout as wait } from 'node:timers/promises'
import { contracts } from '#shared/contracts/index.ts'
import { lostTo } from '#shared/errors.ts'
import { changed } from '#shared/log-facts.ts'
import { messages } from '#shared/messages.ts'
import type { Banner } from '#shared/model/banner.ts'
import type { Db } from '../../data/index.ts'
import { bannerFacts, checkName, checkRoom, NAME_TAKEN } from '../../domain/banners/facts.ts'
import { acceptBannerImage, forgetImage, forgetUpload } from '../../domain/banners/image.ts'
import { handle } from '../../kit/handle.ts'
import { toBannerRow } from '../../wire/banners/banner.ts'

const MOST_ROUNDS = 12

type Banners = { banner: Pick<Db['banner'], 'list' | 'timesMade' | 'create'> }

/** Refuses where there is no room or the name is taken. Answers how many were ever made before it looked. */
async function lookForRoom(db: Banners, companyId: string, name: string): Promise<number> {
  const made = await db.banner.timesMade(companyId)
  const all = await db.banner.list(companyId)
  checkName(all, name)
  checkRoom(all)
  return made
}

/** Of many at once each counts those before it: who was overtaken looks again. */
async function make(db: Banners, banner: Banner, first: number): Promise<void> {
  let made = first
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const done = await db.banner.create(banner, made)
    if (done === 'made') return
    if (done === 'name_taken') throw lostTo({ name: NAME_TAKEN })
    await wait(Math.random() * 25 * (round + 1))
    made = await lookForRoom(db, banner.companyId, banner.name)
  }
  throw lostTo({ name: messages.changedMeanwhile })
}

export default handle(contracts.banners.create, async ({ db, input, company, files, now, newId, tell }) => {
  const first = await lookForRoom(db, company.id, input.name)
  const { name, product, size, clickUrl, status, uploadId } = input
  const image = await acceptBannerImage(files, company.id, { uploadId, size, imageId: newId('upload') })
  const banner: Banner = {
    id: newId('banner'),
    companyId: company.id,
    name,
    line: product,
    size,
    image,
    clickUrl,
    status,
    updatedAt: now(),
  }
  try {
    await make(db, banner, first)
  } catch (error) {
    await forgetImage(files, banner)
    throw error
  }
  await forgetUpload(files, company.id, uploadId)
  tell({ description: `Made the banner ${name} of ${company.name}`, ...changed({}, bannerFacts(banner)) })
  return { result: 'success' as const, message: messages.added, data: await toBannerRow(files, banner) }
})
