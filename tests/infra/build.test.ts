import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BuiltBundle, buildFunctions, tableCommands } from '#bin/build.ts'
import { isAll, portionOf } from '#bin/portion.ts'
import { planSite } from '#bin/publish.ts'
import { bundleFolder, bundleId, bundles } from '#infra/bundles.ts'
import { lambdaContext, toEvent } from '#infra/local/api.ts'
import { type Engines, startEngines } from '#infra/local/engines.ts'
import { functionEnvironment } from '#infra/local/environment.ts'
import { loadKeys } from '#infra/local/keys.ts'
import { headers } from '#shared/wire.ts'

/** What this run makes: a portion of the functions, and what is asked below. */
const asked = bundles.filter((bundle) => ['api-public', 'jobs-makePaper'].includes(bundleId(bundle)))
const made = [...new Set([...asked, ...portionOf(bundles)])]

let built: BuiltBundle[]
let engines: Engines
let folder: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'bundles-'))
  // Nobody reads a stack of these: maps are an eighth of the work.
  built = (await buildFunctions(made, { hasMaps: false })).built
  engines = await startEngines({ dataDir: null, env: {} })
  // Two dozen runs of the bundler, on a machine that may be busy.
}, 480_000)
afterAll(async () => {
  await engines.stop()
  rmSync(folder, { recursive: true, force: true })
})

describe('bundles', () => {
  it('are there for every function, each within its bound', () => {
    expect(built).toHaveLength(made.length)
    const over = built
      .filter(({ gzipKb, limitKb }) => gzipKb > limitKb)
      .map(({ bundle, gzipKb }) => `${bundleId(bundle)} ${gzipKb.toFixed(0)} KB`)
    expect(over).toEqual([])
  })

  it('hold every command that ElectroDB asks for', () => {
    const source = readFileSync('node_modules/electrodb/src/client.js', 'utf8')
    const asked = [...source.matchAll(/this\.lib\.(\w+)Command/g)].map(([, name]) => name)
    expect(asked.length).toBeGreaterThan(0)
    expect([...new Set(asked)].sort()).toEqual([...tableCommands].sort())
  })

  it.each(made.map((bundle) => [bundleId(bundle), bundle] as const))(
    '%s can be loaded from its own folder and has a handler',
    async (_, bundle) => {
      const { handler } = await import(resolve(bundleFolder(bundle), 'index.mjs'))
      expect(handler).toBeTypeOf('function')
    },
  )

  it('bring their fonts along where papers are drawn, and draw with nothing else beside them', async () => {
    // Away from our own packages, as on AWS.
    const away = join(folder, 'paper')
    cpSync(bundleFolder({ kind: 'jobs', name: 'makePaper' }), away, { recursive: true })
    const party = { name: '東京 Łódź שלום', address: [] }
    const brand = { name: 'N', font: 'Lora', linkColour: '#0f766e' }
    const empty = { facts: [], lines: [], sums: [], afterTotal: [], notes: [] }
    const paper = { title: 'Invoice', number: 'INV-1', at: 1, brand, issuer: party, payer: party }
    for (const file of readdirSync(join(away, 'parts'))) {
      const { drawPaper } = await import(join(away, 'parts', file))
      if (!drawPaper) continue
      const bytes = await drawPaper({ ...paper, ...empty, totalCents: 1 }, null)
      expect(Buffer.from(bytes).subarray(0, 5).toString()).toBe('%PDF-')
      return
    }
    expect.fail('No part draws papers.')
  })

  it('answer a call as the sources do: unknown host, wrong edge, and the public keys', async () => {
    const keys = await loadKeys(null)
    Object.assign(
      process.env,
      functionEnvironment(engines, keys, { platformDomain: 'localhost', filesOrigin: 'http://s3.localhost' }),
      { POWERTOOLS_LOG_LEVEL: 'SILENT' },
    )
    const { handler } = await import(resolve('dist/functions/api-public/index.mjs'))
    const ask = (sent: Record<string, string>) =>
      handler(
        toEvent(
          {
            method: 'GET',
            path: '/api/.well-known/jwks.json',
            query: new URLSearchParams(),
            headers: sent,
            body: Buffer.alloc(0),
            ip: '203.0.113.7',
          },
          'GET /api/.well-known/jwks.json',
        ),
        lambdaContext('public'),
      )
    expect(await ask({ [headers.forwardedHost]: 'a.localhost' })).toMatchObject({ statusCode: 403 })
    expect(
      await ask({ [headers.forwardedHost]: 'a.localhost', [headers.originVerify]: keys.originVerifySecret }),
    ).toMatchObject({ statusCode: 404 })
  })
})

// It needs the bundles of all functions, which a run of a portion does not make.
describe.runIf(isAll)('the CDK entry', () => {
  it('gives the command-line tool all stacks of the environment that it is asked for, with their bundles', async () => {
    const env = {
      ...process.env,
      CDK_OUTDIR: join(folder, 'cdk.out'),
      CDK_CONTEXT_JSON: JSON.stringify({ env: 'prod' }),
    }
    await promisify(execFile)(process.execPath, ['bin/app.ts'], { env })
    const manifest: { artifacts: Record<string, { type: string }> } = JSON.parse(
      readFileSync(join(folder, 'cdk.out', 'manifest.json'), 'utf8'),
    )
    const stacks = Object.entries(manifest.artifacts).filter(([, { type }]) => type === 'aws:cloudformation:stack')
    expect(stacks.map(([name]) => name).sort()).toEqual([
      ...['Alerts', 'Api', 'Data', 'Edge', 'Jobs'],
      ...['Mail', 'Observability', 'Queues', 'Routes'],
    ])
    const assets = readFileSync(join(folder, 'cdk.out', 'Api.assets.json'), 'utf8')
    expect(assets.match(/"packaging": "zip"/g)?.length).toBe(
      bundles.filter(({ kind }) => kind === 'api' || kind === 'hooks').length,
    )
  })
})

describe('planSite', () => {
  it('sends the page last, and stops at a file whose type it does not know', () => {
    const site = mkdtempSync(join(folder, 'site-'))
    writeFileSync(join(site, 'index.html'), '<!doctype html>')
    writeFileSync(join(site, 'zebra.js'), '')
    expect(planSite(site).map(({ key, type }) => [key, type])).toEqual([
      ['zebra.js', 'text/javascript; charset=utf-8'],
      ['index.html', 'text/html; charset=utf-8'],
    ])
    writeFileSync(join(site, 'clip.mp4'), '')
    expect(() => planSite(site)).toThrow(/clip\.mp4/)
  })
})
