// The whole platform on one machine: engines, doubles, seed, web application, gateway, queues and timetable.
import { accessSync, constants, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Services } from '#functions/kit/services.ts'
import { stripeHookPath } from '#shared/hooks.ts'
import { clockPath, createClockPage } from './clock-page.ts'
import { createDemoPage } from './demo-page.ts'
import { createTraffic, reportTo } from './demo-traffic.ts'
import { dnsPath, startDomains } from './domains.ts'
import { type AdPartnerDouble, startAdPartner } from './doubles/ad-partner.ts'
import { startBreachedPasswords } from './doubles/breached-passwords.ts'
import { type CaptchaDouble, captchaPath, createCaptchaDoor, startCaptcha } from './doubles/captcha.ts'
import { type LeadDataDouble, startLeadData } from './doubles/lead-data.ts'
import { type StripeDouble, startStripe, stripePath } from './doubles/stripe.ts'
import { startToolDoubles, type ToolDoubles } from './doubles/tools/index.ts'
import {
  demoWebhookSecret,
  receiverPath,
  startWebhookReceiver,
  type WebhookReceiver,
} from './doubles/webhook-receiver.ts'
import { endOrphans, startEngines } from './engines.ts'
import { functionEnvironment } from './environment.ts'
import { createFilesDoor } from './files.ts'
import { type Front, openFront } from './front.ts'
import { createGalleryPage, galleryPath } from './gallery-page.ts'
import { createGateway } from './gateway.ts'
import { type Access, createIndexPage } from './index-page.ts'
import { keysFileIn, loadKeys } from './keys.ts'
import { startMailSink } from './mail.ts'
import { createInboxPage, inboxPath } from './mail-inbox.ts'
import { clockFileIn, openMovedClock } from './moved-clock.ts'
import { emptyFolder, takeFolder } from './owner.ts'
import { openRunner } from './runner.ts'
import { createToolsPage, toolsPath } from './tools-page.ts'
import { buildWeb } from './web-build.ts'

const LEAD_DATA_KEY = 'local-lead-data'
const FIRST_PULL_HOURS = 6
/** Set to anything, it puts the captcha in front of the public forms. */
const CAPTCHA_SWITCH = 'LEADLOOM_CAPTCHA'
/** Set to anything, operators, sales people and default administrators must set up a second step, as on AWS. */
const SECOND_STEP_SWITCH = 'LEADLOOM_SECOND_STEP'

export type PlatformOptions = {
  root: string
  /** null keeps everything in memory. */
  dataDir: string | null
  /** Begins anew: what lies in the folder is removed, once nobody else works on it. */
  fresh?: boolean
  port: number
  /** Only this machine reaches the platform unless an address is named. */
  host?: string | undefined
  env: Record<string, string | undefined>
  /** Fills an empty table; told the platform domain without port. */
  seed: (services: Services, domain: string) => Promise<boolean>
  describe: (port: number) => Omit<Access, 'dataDir' | 'url'>
  /** Ends a start that is under way: what was started by then is stopped. */
  signal?: AbortSignal | undefined
}

export type Platform = {
  port: number
  access: Access
  leadData: LeadDataDouble
  adPartner: AdPartnerDouble
  captcha: CaptchaDouble
  stripe: StripeDouble
  receiver: WebhookReceiver
  tools: ToolDoubles
  stop(): Promise<void>
}

const ACCESS_FILE = 'access.json'

/** The file is written last, so without it a first start was cut off somewhere between the tenants. */
function removeHalfMade(dataDir: string): void {
  const stripe = ['', '-wal', '-shm', '-journal'].map((end) => `stripe.sqlite${end}`)
  for (const part of ['table', 'queues', 'files', ...stripe, 'doubles'])
    rmSync(join(dataDir, part), { recursive: true, force: true })
}

/** One after the other: made all at once, a folder that nobody can make (below /proc, say) is tried for ever by the engine. */
function makeFolder(path: string): void {
  if (existsSync(path)) return
  makeFolder(dirname(path))
  mkdirSync(path)
}

function prepareFolder(dataDir: string): void {
  try {
    makeFolder(resolve(dataDir))
    if (!statSync(dataDir).isDirectory()) throw new Error('This is no folder.')
    accessSync(dataDir, constants.W_OK)
  } catch (cause) {
    throw new Error(`The data folder ${dataDir} cannot be written. Name another one with LEADLOOM_DATA.`, { cause })
  }
}

export async function startPlatform(options: PlatformOptions): Promise<Platform> {
  const { root, dataDir, signal } = options
  const stops: (() => Promise<unknown>)[] = []
  const held: { front?: Front } = {}
  const stop = async () => {
    // Requests in flight still need everything else.
    await held.front?.stop()
    for (const end of stops.splice(0).reverse()) await end().catch(() => {})
  }
  try {
    const front = await openFront(options.port, options.host ?? '127.0.0.1')
    held.front = front
    const { port } = front

    if (dataDir) {
      prepareFolder(dataDir)
      const ownership = takeFolder(dataDir, port)
      stops.push(async () => ownership.release())
      await endOrphans(dataDir)
      if (options.fresh) emptyFolder(dataDir)
      if (!existsSync(join(dataDir, ACCESS_FILE))) removeHalfMade(dataDir)
    }
    const clock = openMovedClock(dataDir && clockFileIn(dataDir))
    stops.push(() => clock.stop())
    // Each is stopped no matter what happens to the others.
    const run = async <Engine extends { stop(): Promise<void> }>(starting: Promise<Engine>) => {
      const engine = await starting
      stops.push(() => engine.stop())
      return engine
    }
    const doublesDir = dataDir && join(dataDir, 'doubles')
    const starting = [
      loadKeys(dataDir),
      run(startEngines({ dataDir, env: options.env })),
      buildWeb(root, { signal }),
      run(startMailSink({ dir: dataDir && join(dataDir, 'mails') })),
      run(startLeadData({ key: LEAD_DATA_KEY })),
      run(startAdPartner({ key: 'local-ad-partner' })),
      run(startCaptcha({ secret: 'local-captcha' })),
      run(startBreachedPasswords()),
      run(startDomains()),
      run(
        startWebhookReceiver({
          secrets: [demoWebhookSecret],
          now: clock.now,
          file: doublesDir && join(doublesDir, 'webhooks'),
        }),
      ),
      run(startToolDoubles({ now: clock.now, dir: doublesDir })),
      run(
        startStripe({
          file: dataDir && join(dataDir, 'stripe.sqlite'),
          now: clock.now,
          pages: `http://localhost:${port}${stripePath}`,
        }),
      ),
    ] as const
    // All settle before one failure is told, so that nothing starts behind a stop.
    await Promise.allSettled(starting)
    const [
      keys,
      engines,
      web,
      mails,
      leadData,
      adPartner,
      captcha,
      breachedPasswords,
      domains,
      receiver,
      tools,
      stripe,
    ] = await Promise.all(starting)
    signal?.throwIfAborted()

    const filesHost = `s3.localhost:${port}`
    const environment = functionEnvironment(engines, keys, {
      platformDomain: `localhost:${port}`,
      filesOrigin: `http://${filesHost}`,
      keysFile: dataDir === null ? undefined : keysFileIn(dataDir),
      leadData: { url: leadData.url, key: LEAD_DATA_KEY },
      adPartner,
      firstPullHours: FIRST_PULL_HOURS,
      breachedPasswords,
      smtpUrl: `smtp://127.0.0.1:${mails.port}`,
      stripe,
      tools: tools.environment,
      asksSecondStep: Boolean(options.env[SECOND_STEP_SWITCH]),
      ...(options.env[CAPTCHA_SWITCH] && {
        captcha: { url: captcha.url, siteKey: 'local-key', secret: captcha.secret },
      }),
    })
    Object.assign(environment, domains.environment(port))
    Object.assign(process.env, environment)
    // What the operator's tool needs to reach a platform that runs. It holds keys, as its neighbour `keys.json` does.
    if (dataDir) writeFileSync(join(dataDir, 'environment.json'), JSON.stringify(environment, null, 2), { mode: 0o600 })
    const { services: openServices } = await import('#functions/kit/services.ts')
    const { findTenant, toHost } = await import('#functions/kit/tenant.ts')
    const services = await openServices()
    await options.seed(services, 'localhost')
    signal?.throwIfAborted()
    await services.site.put('scheme.js', readFileSync(join(web, 'scheme.js')), 'text/javascript; charset=utf-8')
    await services.site.put('index.html', readFileSync(join(web, 'index.html')), 'text/html; charset=utf-8')

    const access: Access = { url: `http://localhost:${port}`, ...options.describe(port), dataDir }
    const gateway = createGateway({
      webDir: web,
      originVerify: keys.originVerifySecret,
      filesHost,
      files: createFilesDoor({
        backendEndpoint: engines.endpoints.s3,
        publicOrigin: `http://${filesHost}`,
        credentials: engines.credentials,
        isTenantOrigin: async (origin) =>
          URL.canParse(origin) && Boolean(await findTenant(services, toHost(new URL(origin).host))),
        // Links to files are signed by the real time.
        now: () => Date.now(),
      }),
      local: [
        { path: clockPath, door: createClockPage(clock) },
        { path: inboxPath, door: createInboxPage(mails) },
        { path: galleryPath, door: createGalleryPage(root) },
        { path: stripePath, door: stripe.door },
        { path: dnsPath, door: domains.door },
        { path: receiverPath, door: receiver.door },
        { path: toolsPath, door: createToolsPage(tools) },
        { path: captchaPath, door: createCaptchaDoor(captcha) },
        { path: '/_local/demo', door: createDemoPage({ services, leadData, port }) },
      ],
      index: createIndexPage(() => access),
      now: () => (clock.isMoved() ? clock.now() : undefined),
    })
    front.serveBy(gateway)
    const runner = openRunner({
      endpoint: engines.endpoints.sqs,
      queueUrl: engines.queueUrl,
      hasDue: engines.hasDue,
    }).start(clock.now)
    stops.push(() => runner.stop())
    const live = createTraffic({ services, leadData, port, report: reportTo(port) })
    clock.workBy({ tick: runner.tick, idle: runner.idle, live })
    stripe.deliverBy(async (body, signature) => {
      const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
      return (await fetch(`http://127.0.0.1:${port}${stripeHookPath}`, { method: 'POST', headers, body })).status
    })
    if (dataDir) writeFileSync(join(dataDir, ACCESS_FILE), JSON.stringify(access, null, 2), { mode: 0o600 })
    return { port, access, leadData, adPartner, captcha, stripe, receiver, tools, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
