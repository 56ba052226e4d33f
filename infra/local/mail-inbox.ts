// The inbox of the local environment at `/_local/mails`: reads what the sink took, shows a mail's HTML
// where it can neither run code nor reach out, and gives the same as JSON for tests.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { escapeXml } from './files/errors.ts'
import type { Mail, MailSink } from './mail.ts'
import { inboxStyle } from './mail-inbox-style.ts'

export const inboxPath = '/_local/mails'

const pagePolicy = "default-src 'none'; style-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'"
/** A tenant's logo comes from this machine; anything further away stays out, and nothing runs. */
const mailPolicy =
  "default-src 'none'; img-src data: http://localhost:* http://*.localhost:*; style-src 'unsafe-inline'; sandbox allow-popups allow-popups-to-escape-sandbox"

function page(title: string, body: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeXml(title)}</title><link rel="stylesheet" href="${inboxPath}.css"><main>${body}</main></html>`
}

function time(at: number): string {
  const iso = new Date(at).toISOString()
  return `<time datetime="${iso}">${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC</time>`
}

async function listPage(sink: MailSink): Promise<string> {
  const mails = await sink.list()
  const rows = mails.map(
    (mail) => `<li><a href="${inboxPath}/${mail.id}"><strong>${escapeXml(mail.subject || '(no subject)')}</strong>
<span>To ${escapeXml(mail.to.join(', '))}</span><span>From ${escapeXml(mail.from)}</span>${time(mail.receivedAt)}</a></li>`,
  )
  const empty =
    '<p>No mail yet. Everything that the platform sends on this machine arrives here and goes nowhere else.</p>'
  const clear = `<form method="post" action="${inboxPath}/clear"><button>Delete all</button></form>`
  return page(
    'Mails',
    `<header><h1>Mails</h1>${mails.length ? clear : ''}</header>${mails.length ? `<ul>${rows.join('')}</ul>` : empty}`,
  )
}

function mailPage(mail: Mail): string {
  const at = `${inboxPath}/${mail.id}`
  const files = mail.attachments.flatMap(({ name, contentId }, index) =>
    contentId ? [] : [`<li><a href="${at}/attachments/${index}">${escapeXml(name)}</a></li>`],
  )
  const body = mail.html
    ? `<iframe sandbox="allow-popups allow-popups-to-escape-sandbox" src="${at}/body" title="Text of the mail"></iframe>`
    : `<pre>${escapeXml(mail.text ?? '')}</pre>`
  return page(
    mail.subject,
    `<p><a href="${inboxPath}">All mails</a></p><h1>${escapeXml(mail.subject || '(no subject)')}</h1>
<dl><dt>From</dt><dd>${escapeXml(mail.from)}</dd><dt>To</dt><dd>${escapeXml(mail.to.join(', '))}</dd><dt>Time</dt><dd>${time(mail.receivedAt)}</dd></dl>
${files.length ? `<ul class="files">${files.join('')}</ul>` : ''}${body}<p><a href="${at}/raw">As sent</a></p>`,
  )
}

/** The mail's own HTML: links open in a new tab, and pictures that came with it are put in. */
function mailBody(mail: Mail): string {
  const html = (mail.html ?? '').replaceAll(/\bcid:([^"'\s)>]+)/g, (all, id: string) => {
    const part = mail.attachments.find(({ contentId }) => contentId === decodeURIComponent(id))
    return part ? `data:${part.type};base64,${Buffer.from(part.content).toString('base64')}` : all
  })
  return `<!doctype html><meta charset="utf-8"><base target="_blank">${html}`
}

function toJson({ attachments, raw: _, ...mail }: Mail) {
  return {
    ...mail,
    attachments: attachments.map(({ name, type, content }) => ({ name, type, size: content.byteLength })),
  }
}

type Answer = { status?: number; type: string; body: string | Uint8Array; headers?: Record<string, string> }

const html = (body: string): Answer => ({
  type: 'text/html; charset=utf-8',
  body,
  headers: { 'content-security-policy': pagePolicy },
})
const json = (body: unknown): Answer => ({ type: 'application/json', body: JSON.stringify(body) })
const missing: Answer = {
  ...html(page('Not found', '<h1>Not found</h1><p>This mail was deleted, or never came.</p>')),
  status: 404,
}

async function answerMail(mail: Mail, part: string): Promise<Answer> {
  if (part === '') return html(mailPage(mail))
  if (part === '.json') return json(toJson(mail))
  if (part === '/body') return { ...html(mailBody(mail)), headers: { 'content-security-policy': mailPolicy } }
  if (part === '/raw') return { type: 'text/plain; charset=utf-8', body: mail.raw }
  const attachment = mail.attachments[Number(/^\/attachments\/(\d+)$/.exec(part)?.[1] ?? Number.NaN)]
  if (!attachment) return missing
  const name = encodeURIComponent(attachment.name)
  return {
    type: 'application/octet-stream',
    body: attachment.content,
    headers: { 'content-disposition': `attachment; filename*=UTF-8''${name}` },
  }
}

async function answerInbox(sink: MailSink, method: string, path: string, isOwnPage: boolean): Promise<Answer> {
  const clears = (method === 'POST' && path === '/clear') || (method === 'DELETE' && path === '.json')
  if (clears && isOwnPage) {
    sink.clear()
    return { status: 303, type: 'text/plain', body: '', headers: { location: inboxPath } }
  }
  if (method !== 'GET') return { status: 405, type: 'text/plain', body: 'Not allowed', headers: { allow: 'GET' } }
  if (path === '' || path === '/') return html(await listPage(sink))
  if (path === '.json') return json(await sink.list())
  if (path === '.css') return { type: 'text/css', body: inboxStyle }
  const [, id = '', part = ''] = /^\/([0-9A-Z]{26})(.*)$/.exec(path) ?? []
  const mail = await sink.get(id)
  return mail ? answerMail(mail, part) : missing
}

/** Handler for every path that starts with `inboxPath`. */
export function createInboxPage(sink: MailSink): (req: IncomingMessage, res: ServerResponse) => Promise<void> {
  return async function inboxPage(req, res) {
    const path = (req.url ?? '').replace(/[?#].*$/, '').slice(inboxPath.length)
    // A page of somebody else may send a form here; only the inbox itself (or a program) may delete.
    const isOwnPage = ['same-origin', 'none', undefined].includes(req.headers['sec-fetch-site']?.toString())
    const { status = 200, type, body, headers } = await answerInbox(sink, req.method ?? 'GET', path, isOwnPage)
    res.writeHead(status, {
      'content-type': type,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      ...headers,
    })
    res.end(body)
  }
}
