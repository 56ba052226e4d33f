// B10: what a browser loads until a tenant's login page stands, on a cold cache.
import type { Pages } from './pages.ts'
import type { Figure } from './ratio.ts'

const KB = 1024

export async function benchLoginPage({ port, browser }: Pages): Promise<Figure[]> {
  const page = await browser.newPage()
  try {
    const loaded: { url: string; type: string; bytes: number }[] = []
    const waiting: Promise<void>[] = []
    page.on('requestfinished', (request) => {
      waiting.push(
        request
          .sizes()
          .then(
            ({ responseBodySize }) =>
              void loaded.push({ url: request.url(), type: request.resourceType(), bytes: responseBodySize }),
          ),
      )
    })
    await page.goto(`http://northlight.localhost:${port}/login`, { waitUntil: 'networkidle' })
    await Promise.all(waiting)
    const sum = (type: string) => loaded.filter((one) => one.type === type).reduce((total, one) => total + one.bytes, 0)
    const [scripts, styles] = [sum('script'), sum('stylesheet')]
    const api = loaded.filter((one) => new URL(one.url).pathname.startsWith('/api/'))
    const foreign = loaded.filter((one) => !new URL(one.url).host.endsWith(`localhost:${port}`))
    const own = loaded.filter((one) => !one.url.startsWith('data:'))
    const figure = (what: string, value: string, goal: string, peer: string, met: boolean): Figure => ({
      id: 'B10',
      what,
      figure: value,
      goal,
      peer,
      met,
    })
    return [
      figure(
        'Login page: scripts, brotli',
        `${(scripts / KB).toFixed(1)} KB`,
        '<= 95 KB',
        'React and its DOM alone 59.5 KB',
        scripts <= 95 * KB,
      ),
      figure(
        'Login page: styles, brotli',
        `${(styles / KB).toFixed(1)} KB`,
        '<= 10 KB',
        'all of Mantine 32.7 KB',
        styles <= 10 * KB,
      ),
      figure(
        'Login page: requests (of them to the API; to others)',
        `${own.length} (${api.length}; ${foreign.length})`,
        '<= 6 (0; 0)',
        'page, script, style',
        own.length <= 6 && api.length === 0 && foreign.length === 0,
      ),
    ]
  } finally {
    await page.close()
  }
}
