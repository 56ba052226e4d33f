// What the doubles of outside tools got, and how to make one fail: `/_local/tools`.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { tools } from '#shared/integrations/tools.ts'
import { type ToolDouble, type ToolLetter, toolFailures } from './doubles/tools/double.ts'
import type { ToolDoubles } from './doubles/tools/index.ts'
import { escapeXml } from './files/errors.ts'
import { inboxPath } from './mail-inbox.ts'

export const toolsPath = '/_local/tools'
const MOST_SHOWN = 30

export function createToolsPage(doubles: Pick<ToolDoubles, 'all'>) {
  async function command(req: IncomingMessage, res: ServerResponse, path: string): Promise<void> {
    // A page of somebody else may send a form here; only this page (or a program) may command.
    const isOwnPage = ['same-origin', 'none', undefined].includes(req.headers['sec-fetch-site']?.toString())
    if (!isOwnPage) return void res.writeHead(403).end()
    const form = new URLSearchParams(await text(req))
    const double = doubles.all().find(({ slug }) => slug === form.get('tool'))
    const failure = toolFailures.find((each) => String(each) === form.get('failure'))
    const times = Math.min(100, Math.max(1, Number(form.get('times')) || 1))
    if (path === '/clear') double?.clear()
    if (path === '/mend') double?.mend()
    if (path === '/fail' && failure !== undefined)
      double?.fail(failure, { times, ...(failure === 429 && { retryAfter: '10' }) })
    res.writeHead(303, { location: toolsPath }).end()
  }

  return async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const path = (req.url ?? '').replace(/[?#].*$/, '').slice(toolsPath.length)
    if (req.method === 'POST') return command(req, res, path)
    if (path === '.json') {
      res.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' })
      return void res.end(
        JSON.stringify(Object.fromEntries(doubles.all().map((double) => [double.slug, double.received()]))),
      )
    }
    res.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'",
      'cache-control': 'no-store',
    })
    res.end(page(doubles.all()))
  }
}

const hidden = (slug: string) => `<input type="hidden" name="tool" value="${slug}">`

function entry({ at, method, path, body, answered }: ToolLetter): string {
  const iso = new Date(at).toISOString()
  return `<li><h2>${escapeXml(`${method} ${path}`)}</h2>
<p><time datetime="${iso}">${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC</time> · answered ${escapeXml(String(answered))}</p>
<pre>${escapeXml(JSON.stringify(body, null, 2))}</pre></li>`
}

function section(double: ToolDouble): string {
  const { slug } = double
  const all = double.received()
  const choices = toolFailures.map((failure) => `<option value="${failure}">${failure}</option>`).join('')
  const left = double.failing() === 1 ? 'The next request fails' : `The next ${double.failing()} requests fail`
  const shown = [...all].reverse().slice(0, MOST_SHOWN)
  const keys = Object.entries(double.demonstration).map(
    ([name, value]) => `<dt>${escapeXml(name)}</dt><dd><code>${escapeXml(value)}</code></dd>`,
  )
  return `<section><header><h1>${escapeXml(tools[slug].name)}</h1>
<form method="post" action="${toolsPath}/clear">${hidden(slug)}<button>Begin anew</button></form></header>
<dl>${keys.join('')}</dl>
${double.failing() === 0 ? '<p>It works.</p>' : `<form method="post" action="${toolsPath}/mend">${hidden(slug)}<p>${left}. <button>Let it work</button></p></form>`}
<form method="post" action="${toolsPath}/fail">${hidden(slug)}<p><label>Fail with <select name="failure">${choices}</select></label>
<label>times <input name="times" type="number" min="1" max="100" value="1"></label> <button>Fail</button></p></form>
${shown.length === 0 ? '<p>Nothing came yet.</p>' : `<ul>${shown.map(entry).join('')}</ul>`}</section>`
}

function page(all: readonly ToolDouble[]): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Outside tools</title><link rel="stylesheet" href="${inboxPath}.css"><main>${all.map(section).join('')}</main></html>`
}
