// Asks for pages as the edge hands them on, without a server in between.
import { readFileSync } from 'node:fs'
import { lambdaContext, toEvent } from '#infra/local/api.ts'
import { running } from '#infra/local/running.ts'
import { headers as names } from '#shared/wire.ts'
import type { Harness } from './harness.ts'

export type PageAnswer = { status: number; headers: Record<string, string>; body: string; bytes: Buffer }

export const template =
  '<!doctype html><html lang="en"><head><!--brand--><script src="/scheme.js"></script></head><body><div id="root"><!--frame--></div></body></html>'

/** Puts an application's page into the site and answers how to ask for it at a host. */
export async function openPage({ services, keys }: Harness) {
  // Loaded now, because the harness has only now said where everything is.
  const { handler } = await import('#functions/hooks/page.ts')
  await services.site.put('scheme.js', readFileSync('web/public/scheme.js'), 'text/javascript; charset=utf-8')
  await services.site.put('index.html', template, 'text/html; charset=utf-8')
  return async (
    host: string,
    path = '/',
    more: { method?: string; headers?: Record<string, string> } = {},
  ): Promise<PageAnswer> => {
    const event = toEvent(
      {
        method: more.method ?? 'GET',
        path,
        query: new URLSearchParams(),
        body: Buffer.alloc(0),
        ip: '203.0.113.7',
        headers: { [names.forwardedHost]: host, [names.originVerify]: keys.originVerifySecret, ...more.headers },
      },
      '$default',
    )
    // With the powers of the function, and no others.
    const result = await running.run({ kind: 'hooks', name: 'page' }, () => handler(event, lambdaContext('page')))
    const headers = Object.fromEntries(
      Object.entries(result.headers ?? {}).map(([name, value]) => [name.toLowerCase(), String(value)]),
    )
    const bytes = Buffer.from(result.body ?? '', result.isBase64Encoded ? 'base64' : 'utf8')
    return { status: result.statusCode ?? 200, headers, body: bytes.toString('utf8'), bytes }
  }
}
