// An agreement of a company as a file of its own: the document with everything filled in, in a page that needs nothing else.
import { createHash } from 'node:crypto'
import { SYSTEM_ZONE } from '#shared/constants.ts'
import { dayIn } from '#shared/dates.ts'
import type { Company } from '#shared/model/company.ts'
import type { AgreementFile } from '#shared/model/document.ts'
import type { Db } from '../../data/index.ts'
import type { Files } from '../../gateways/files.ts'
import { escapeHtml } from '../settings/page-head.ts'
import { readDocument } from './legal.ts'

const LINK_SECONDS = 15 * 60

const style =
  'body{font:16px/1.6 Georgia,serif;max-width:44rem;margin:3rem auto;padding:0 1.5rem;color:#1a1a1a}h1{font-size:1.7rem;line-height:1.25}footer{margin-top:3rem;border-top:1px solid #ccc;padding-top:1rem;font-size:.85rem;color:#555}'

type Deps = { db: Db; files: Pick<Files, 'put' | 'exists' | 'downloadUrl'> }

/** The link works for fifteen minutes. The same text is the same file, so that nobody fills a store by asking again. */
export async function agreementFile(
  { db, files }: Deps,
  company: Company,
  name: AgreementFile,
  platform: { domain: string; now: number },
): Promise<{ uuid: string; url: string; fileName: string }> {
  const { document, html } = await readDocument(db, company, name, platform)
  const title = escapeHtml(document.title)
  const note = `${escapeHtml(company.name)} · version ${document.version} of ${dayIn(SYSTEM_ZONE, document.createdAt)}`
  const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${style}</style></head><body><h1>${title}</h1>${html}<footer>${note}</footer></body></html>`
  const uuid = createHash('sha256').update(page).digest('hex').slice(0, 32)
  const key = `documents/agreements/${company.id}/${uuid}.html`
  if (!(await files.exists(key))) await files.put(key, page, 'text/html; charset=utf-8')
  const fileName = `${name}-v${document.version}.html`
  return { uuid, fileName, url: await files.downloadUrl(key, fileName, LINK_SECONDS, 'text/html; charset=utf-8') }
}
