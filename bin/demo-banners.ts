// Banners that the demonstration's companies show on the pages of others. Their images lie beside this file.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { bannerImageKey, readBannerImage } from '#functions/domain/banners/image.ts'
import type { Services } from '#functions/kit/services.ts'
import { DAY } from '#shared/dates.ts'
import type { Banner } from '#shared/model/banner.ts'
import type { Company } from '#shared/model/company.ts'

type Cast = { northlight: Company; brightSmiles: Company; peakFitness: Company }
type Shown = Pick<Banner, 'name' | 'line' | 'size' | 'clickUrl' | 'status'> & { of: keyof Cast; file: string }

/** The oldest first. */
const all: readonly Shown[] = [
  {
    of: 'northlight',
    name: 'Clients who looked for you',
    line: 'local',
    size: '160x600',
    clickUrl: 'https://www.northlight.example.com/demo',
    status: 'inactive',
    file: 'gym-160x600.png',
  },
  {
    of: 'northlight',
    name: 'Leaks do not wait',
    line: 'locator',
    size: '728x90',
    clickUrl: 'https://www.harbor-roofing.example.com/repairs?from=banner',
    status: 'active',
    file: 'roof-728x90.png',
  },
  {
    of: 'northlight',
    name: 'A new roof before winter',
    line: 'locator',
    size: '300x250',
    clickUrl: 'https://www.harbor-roofing.example.com/quote?from=banner',
    status: 'active',
    file: 'roof-300x250.png',
  },
  {
    of: 'brightSmiles',
    name: 'Implants that feel like yours',
    line: 'locator',
    size: '300x250',
    clickUrl: 'https://www.bright-smiles.example.com/implants',
    status: 'active',
    file: 'smile-300x250.png',
  },
  {
    of: 'brightSmiles',
    name: 'New patients, in motion',
    line: 'local',
    size: '320x100',
    clickUrl: 'https://www.bright-smiles.example.com/new-patients',
    status: 'active',
    file: 'smile-320x100.gif',
  },
  {
    of: 'peakFitness',
    name: 'Stronger by spring',
    line: 'local',
    size: '300x600',
    clickUrl: 'https://www.peak-fitness.example.com/trial',
    status: 'active',
    file: 'peak-300x600.png',
  },
]

export async function plantBanners({ db, files, newId, now }: Services, cast: Cast): Promise<void> {
  for (const [at, { of, file, ...banner }] of all.entries()) {
    const read = readBannerImage(readFileSync(join(import.meta.dirname, 'demo-banners', file)))
    if ('why' in read) throw new Error(`The image ${file}: ${read.why}`)
    const companyId = cast[of].id
    const image = { id: newId('upload'), type: read.type, bytes: read.bytes.length }
    await files.put(bannerImageKey(companyId, image.id), read.bytes, read.type)
    const updatedAt = now() - (all.length - at) * 3 * DAY
    const made = await db.banner.timesMade(companyId)
    await db.banner.create({ ...banner, id: newId('banner'), companyId, image, updatedAt }, made)
  }
}
