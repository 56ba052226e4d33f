// The calls of exclusion lists as people make them, with their answers told apart.
import { expect } from 'vitest'
import type { Input, Output } from '#shared/contracts/index.ts'
import { lines, type Stage } from './stage.ts'

type Member = Parameters<Stage['call']>[0]
type Name = Extract<Parameters<Stage['call']>[1], `exclusions.${string}`>
type Failed = { result: string; message: string; code: string; fields?: Record<string, string> }

export function openClient(stage: Stage) {
  /** As the platform's call, with the body as a success and as a failure, whichever it is. */
  async function call<N extends Name>(who: Member, name: N, input: Input<N>, more: Parameters<Stage['call']>[3] = {}) {
    const { status, body } = await stage.call(who, name, input, more)
    // @NOTE tests look at the status first.
    return { status, body: body as unknown as Output<N>, failed: body as unknown as Failed }
  }
  const ask = (company: string, filename = 'list.csv', who: Member = 'ada') =>
    call(who, 'exclusions.upload', { ClientCompanyID: company, campaigntype: 'client', filename })
  const progressOf = async (company: string) =>
    (await call('ada', 'exclusions.progress', { companyId: company, campaignType: 'client' })).body.data

  /** The file itself in a multipart body, as simple clients send it. */
  async function submit(
    company: string,
    files: { name: string; content: string | Uint8Array<ArrayBuffer>; field?: string }[],
    who: Member = 'ada',
  ) {
    const form = new FormData()
    form.set('ClientCompanyID', company)
    form.set('campaigntype', 'client')
    for (const { name, content, field = 'suppressionfile' } of files) form.append(field, new File([content], name))
    const body = new Response(form)
    const rawBody = {
      contentType: body.headers.get('content-type') ?? '',
      bytes: Buffer.from(await body.arrayBuffer()),
    }
    return call(who, 'exclusions.upload', { ClientCompanyID: company, campaigntype: 'client' }, { rawBody })
  }
  async function importRows(company: string, rows: string[]) {
    const { status, body } = await submit(company, [{ name: 'list.csv', content: lines(rows) }])
    expect(status).toBe(200)
    await stage.drain()
    return body.jobID
  }
  const posted = async (company: string, filename?: string) => {
    const { body } = await ask(company, filename)
    return { id: body.jobID, form: { url: body.url ?? '', fields: body.fields ?? {} } }
  }

  return { call, ask, progressOf, submit, importRows, posted }
}
