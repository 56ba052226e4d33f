// The worker's half of papers: draws one and leaves it where the people who asked find it.
import type { PaperRef } from '#shared/jobs.ts'
import type { Db } from '../../data/index.ts'
import type { Files } from '../../gateways/files.ts'
import type { Logo } from '../../pdf/paper.ts'
import { findPicture } from '../settings/brand-pictures.ts'
import { paperKey, type Written, writeInvoice, writeReceipt } from './papers.ts'

type Deps = { db: Db; files: Files }

const asSvg = 'data:image/svg+xml,'

/** As far as a PDF can hold it: neither WebP nor what lies elsewhere, for which the name of the brand stands. */
async function findLogo(files: Deps['files'], { logo, logoOwner }: Written): Promise<Logo | null> {
  if (!logo) return null
  if (logo.startsWith(asSvg)) return { is: 'outline', svg: decodeURIComponent(logo.slice(asSvg.length)) }
  const picture = await findPicture(files, logo, (companyId) => companyId === logoOwner)
  return picture && picture.type !== 'image/webp' ? { is: 'raster', bytes: picture.bytes } : null
}

async function read({ db }: Deps, ref: PaperRef): Promise<Written> {
  const payer = await db.company.get(ref.companyId)
  if (ref.what === 'receipt')
    return writeReceipt(db, payer, await db.ledger.findEntryInMonth(payer.id, ref.month, ref.id))
  const payment = await db.payment.find(ref)
  if (!payment) throw new Error('There is no such payment.')
  return writeInvoice(db, payer, payment)
}

export async function makePaper(deps: Deps, ref: PaperRef): Promise<string> {
  const { files } = deps
  const written = await read(deps, ref)
  const key = paperKey(written, ref.companyId)
  if (await files.exists(key)) return `${written.paper.number} was drawn before`
  // What draws is heavy, and the fonts are.
  const { drawPaper } = await import('../../pdf/paper.ts')
  await files.put(key, await drawPaper(written.paper, await findLogo(files, written)), 'application/pdf')
  return `drew ${written.paper.number}`
}
