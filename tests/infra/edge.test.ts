import { readdirSync, readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { environment } from '#infra/environments.ts'
import { names } from '#infra/names.ts'
import { reservedSegments } from '#shared/access/lines.ts'
import { isPixelScript, pixelFile, pixelScriptPath } from '#shared/pixel.ts'
import { synth } from './synth.ts'

type Behaviour = {
  PathPattern?: string
  TargetOriginId: string
  CachePolicyId: unknown
  OriginRequestPolicyId?: unknown
  ResponseHeadersPolicyId: unknown
  FunctionAssociations?: unknown[]
  ViewerProtocolPolicy: string
  AllowedMethods?: string[]
}
type Origin = {
  Id: string
  DomainName: unknown
  OriginCustomHeaders?: { HeaderName: string; HeaderValue: string }[]
  S3OriginConfig?: unknown
  CustomOriginConfig?: unknown
}
type Config = {
  DefaultCacheBehavior: Behaviour
  CacheBehaviors: Behaviour[]
  Origins: Origin[]
  ConnectionMode: string
  IPV6Enabled?: boolean
  WebACLId: unknown
  Aliases?: unknown
  ViewerCertificate: Record<string, unknown>
}

const COUNTRY = '/api/general/client-country'
const { of } = synth('prod')
const found = of('AWS::CloudFront::Distribution')
const config = found[0]?.Properties.DistributionConfig as unknown as Config
const originOf = ({ TargetOriginId }: Behaviour) => config.Origins.find(({ Id }) => Id === TargetOriginId)
const isFiles = (behaviour: Behaviour) => originOf(behaviour)?.S3OriginConfig !== undefined
const byPath = (path: string) => config.CacheBehaviors.find(({ PathPattern }) => PathPattern === path)
const policyOf = (type: string, reference: unknown) =>
  of(type).find(({ id }) => JSON.stringify(reference).includes(id))?.Properties

describe('the distribution', () => {
  it('is one for all tenants, which join it by a connection group', () => {
    expect(found).toHaveLength(1)
    expect(config).toMatchObject({
      ConnectionMode: 'tenant-only',
      ViewerCertificate: { MinimumProtocolVersion: 'TLSv1.2_2021' },
    })
    expect(config.Aliases).toBeUndefined()
    expect(config.IPV6Enabled).toBeUndefined()
    expect(of('AWS::CloudFront::DistributionTenant').map(({ Properties }) => Properties.Domains)).toEqual([
      ['*.leadloom.example'],
    ])
    expect(of('AWS::CloudFront::ConnectionGroup')).toHaveLength(1)
  })

  it('leads calls and pages to the API and never keeps them', () => {
    for (const behaviour of [config.DefaultCacheBehavior, byPath('/api/*'), byPath(COUNTRY), byPath('/px/collect')]) {
      expect(behaviour).toMatchObject({
        CachePolicyId: '4135ea2d-6df8-44a3-9df3-4b5a84be39ad',
        // Pages are led to https, calls are refused without it.
        ViewerProtocolPolicy: behaviour === config.DefaultCacheBehavior ? 'redirect-to-https' : 'https-only',
      })
      expect(behaviour && isFiles(behaviour)).toBe(false)
      expect(behaviour?.FunctionAssociations).toHaveLength(1)
      expect(behaviour?.AllowedMethods).toContain('POST')
    }
    const paths = config.CacheBehaviors.map(({ PathPattern }) => PathPattern)
    expect(paths.slice(0, 3)).toEqual([COUNTRY, '/api/*', '/px/collect'])
  })

  it('OTH-05+ keeps pictures of banners by host and picture, for as long as they say, and sends nothing of who asks', () => {
    const behaviour = byPath('/media/*')
    expect(behaviour && isFiles(behaviour)).toBe(false)
    expect(behaviour?.AllowedMethods).toEqual(['GET', 'HEAD'])
    expect(behaviour?.FunctionAssociations).toHaveLength(1)
    const cache = policyOf('AWS::CloudFront::CachePolicy', behaviour?.CachePolicyId)?.CachePolicyConfig
    expect(cache).toMatchObject({
      MinTTL: 0,
      // What says nothing of its age, such as a fault, is not kept.
      DefaultTTL: 0,
      MaxTTL: 300,
      ParametersInCacheKeyAndForwardedToOrigin: {
        HeadersConfig: { HeaderBehavior: 'whitelist', Headers: ['x-forwarded-host'] },
        CookiesConfig: { CookieBehavior: 'none' },
        QueryStringsConfig: { QueryStringBehavior: 'whitelist', QueryStrings: ['v'] },
      },
    })
    const asked = policyOf('AWS::CloudFront::OriginRequestPolicy', behaviour?.OriginRequestPolicyId)
    expect(asked?.OriginRequestPolicyConfig).toMatchObject({
      HeadersConfig: { HeaderBehavior: 'whitelist', Headers: ['x-forwarded-host', 'x-viewer-ip'] },
      CookiesConfig: { CookieBehavior: 'none' },
    })
  })

  it('tells the one call that asks for it where the caller is, and sends it nothing but what it needs', () => {
    const policy = policyOf('AWS::CloudFront::OriginRequestPolicy', byPath(COUNTRY)?.OriginRequestPolicyId)
    expect(policy?.OriginRequestPolicyConfig).toMatchObject({
      HeadersConfig: {
        HeaderBehavior: 'whitelist',
        Headers: ['x-forwarded-host', 'x-viewer-ip', 'cloudfront-viewer-country', 'User-Agent'],
      },
      CookiesConfig: { CookieBehavior: 'none' },
      QueryStringsConfig: { QueryStringBehavior: 'none' },
    })
  })

  it.each([
    ['/assets/*', 31_536_000, 'public, max-age=31536000, immutable'],
    ['/fonts/*', 2_592_000, 'public, max-age=2592000'],
    ['/px/*.js', 300, 'public, max-age=300, stale-while-revalidate=60'],
    ['/*.js', 3600, 'public, max-age=3600'],
  ])('keeps %s for %i seconds', (path, seconds, header) => {
    const behaviour = byPath(path)
    expect(behaviour && isFiles(behaviour)).toBe(true)
    const cache = policyOf('AWS::CloudFront::CachePolicy', behaviour?.CachePolicyId)?.CachePolicyConfig
    expect(cache).toMatchObject({ MaxTTL: seconds, DefaultTTL: seconds })
    expect(
      JSON.stringify(policyOf('AWS::CloudFront::ResponseHeadersPolicy', behaviour?.ResponseHeadersPolicyId)),
    ).toContain(`"Value":"${header}"`)
  })

  it('lets pages of other sites take in the pixel', () => {
    const policy = policyOf('AWS::CloudFront::ResponseHeadersPolicy', byPath('/px/*.js')?.ResponseHeadersPolicyId)
    expect(JSON.stringify(policy)).toContain(
      '"Header":"cross-origin-resource-policy","Override":true,"Value":"cross-origin"',
    )
  })

  it('leaves no product line an address at which something else is served', () => {
    for (const { PathPattern = '' } of config.CacheBehaviors) {
      const first = PathPattern.split('/')[1] ?? ''
      if (!first.startsWith('*')) expect([...reservedSegments], PathPattern).toContain(first)
    }
  })

  it('shows the pixel before it is caught by the rule for other scripts', () => {
    const paths = config.CacheBehaviors.map(({ PathPattern }) => PathPattern)
    expect(paths.indexOf('/px/*.js')).toBeLessThan(paths.indexOf('/*.js'))
  })

  it('CMP-47 leads the names of the pixel to its file before it looks what it keeps', () => {
    const behaviours = config.CacheBehaviors.filter((behaviour) => isFiles(behaviour))
    const led = behaviours.filter(({ FunctionAssociations = [] }) => FunctionAssociations.length > 0)
    expect(led.map(({ PathPattern }) => PathPattern)).toEqual(['/px/*.js'])
  })

  it('reads files by origin access control alone, and sends the secret header to the API alone', () => {
    const files = config.Origins.filter(({ S3OriginConfig }) => S3OriginConfig)
    const api = config.Origins.filter(({ CustomOriginConfig }) => CustomOriginConfig)
    expect(files.every((origin) => 'OriginAccessControlId' in origin && origin.OriginCustomHeaders === undefined)).toBe(
      true,
    )
    const header = {
      HeaderName: 'x-origin-verify',
      HeaderValue: '{{resolve:secretsmanager:leadloom/prod/origin-verify}}',
    }
    for (const origin of api)
      expect(origin).toMatchObject({
        OriginCustomHeaders: [header],
        CustomOriginConfig: { OriginProtocolPolicy: 'https-only', OriginSSLProtocols: ['TLSv1.2'] },
      })
    const site = of('AWS::S3::BucketPolicy', 'edge').find(({ id }) => id.startsWith('Site'))
    expect(JSON.stringify(site?.Properties)).toMatch(/"AWS:SourceArn".*Distribution/)
  })

  it('has a certificate for the platform, which sub-domains share', () => {
    expect(of('AWS::CertificateManager::Certificate')[0]?.Properties).toMatchObject({
      DomainName: 'leadloom.example',
      SubjectAlternativeNames: ['*.leadloom.example'],
      ValidationMethod: 'DNS',
    })
  })

  it('writes access logs, without what people type and without the tokens of links', () => {
    const [delivery] = of('AWS::Logs::Delivery')
    const fields = delivery?.Properties.RecordFields as unknown as string[]
    expect(fields).toContain('sc-status')
    expect(fields.filter((field) => /query|cookie|referer|uri/i.test(field))).toEqual([])
    expect(of('AWS::Logs::DeliverySource')[0]?.Properties.LogType).toBe('ACCESS_LOGS')
  })
})

it('serves every file that lies beside the application, and no page of it, from the file store', () => {
  const isFile = (path: string) =>
    config.CacheBehaviors.some(({ PathPattern = '', ...behaviour }) => {
      const pattern = new RegExp(`^${PathPattern.replaceAll('.', '\\.').replaceAll('*', '.*')}$`)
      return pattern.test(path) && isFiles(behaviour)
    })
  for (const name of readdirSync('web/public')) expect(isFile(`/${name}`), name).toBe(true)
  for (const page of ['/', '/login', '/report/leads', '/index.html', '/api/openapi.json'])
    expect(isFile(page) && !page.startsWith('/api/'), page).toBe(false)
})

describe('headers of every answer', () => {
  const policies = of('AWS::CloudFront::ResponseHeadersPolicy').map(({ Properties }) =>
    JSON.stringify(Properties.ResponseHeadersPolicyConfig),
  )
  const csp = /"ContentSecurityPolicy":(\{"Fn::Join".*?\]\]\}|"[^"]*")/

  it('carry a policy that lets in our own scripts only', () => {
    for (const policy of policies) {
      const text = csp.exec(policy)?.[1] ?? ''
      expect(text).toContain("script-src 'self';")
      expect(text).toContain("default-src 'none'")
      expect(text).toContain("frame-ancestors 'none'")
      expect(text).toContain("object-src 'none'")
      expect(text).not.toMatch(/unsafe-eval|script-src[^;]*unsafe-inline| \*[ ;]/)
      expect(text.length).toBeLessThan(1783)
    }
  })

  it('force TLS for the host alone, and forbid sniffing', () => {
    for (const policy of policies) {
      expect(policy).toContain(
        '"StrictTransportSecurity":{"AccessControlMaxAgeSec":31536000,"IncludeSubdomains":false,"Override":true}',
      )
      expect(policy).toContain('"ContentTypeOptions":{"Override":true}')
    }
  })

  it('forbid frames around files; answers bring their own rule, which the edge leaves as it is', () => {
    const [answers = '', ...files] = policies.toSorted(
      (a, b) => Number(a.includes('cache-control')) - Number(b.includes('cache-control')),
    )
    for (const policy of files) expect(policy).toContain('"FrameOption":"DENY"')
    expect(answers).not.toContain('FrameOption')
    expect(answers).toMatch(/frame-ancestors 'none'.*"Override":false/)
  })
})

describe('DNS', () => {
  it('leads sub-domains and the target of custom domains to the routing endpoint, before the tenant is made', () => {
    const records = of('AWS::Route53::RecordSet', 'edge')
    const target = names.customDomainTarget(environment('prod'))
    expect(records.map(({ Properties }) => `${Properties.Type} ${String(Properties.Name)}`).sort()).toEqual([
      `CNAME *.leadloom.example.`,
      `CNAME ${target}.`,
      `TXT _cf-challenge.${target}.`,
    ])
    const [tenant] = of('AWS::CloudFront::DistributionTenant')
    for (const { id } of records) expect(tenant?.DependsOn).toContain(id)
  })
})

describe('viewer-request', () => {
  type Event = { viewer: { ip: string }; request: { uri: string; headers: Record<string, { value: string }> } }
  const source = readFileSync('infra/edge/viewer-request.js', 'utf8')
  const answer = (request: Partial<Event['request']>) => {
    const headers = { host: { value: 'leads.example' } }
    const event: Event = { viewer: { ip: '203.0.113.9' }, request: { uri: '/', headers, ...request } }
    return runInNewContext(`${source}; handler(event)`, { event }) as Event['request']
  }
  const run = (headers: Event['request']['headers']) => answer({ headers }).headers

  it('tells host and address of the visitor, whatever the visitor says they are', () => {
    const seen = run({
      host: { value: 'Leads.ACME.com' },
      'x-forwarded-host': { value: 'victim.example' },
      'x-viewer-ip': { value: '10.0.0.1' },
      'x-origin-verify': { value: 'guess' },
    })
    expect(seen).toEqual({
      host: { value: 'Leads.ACME.com' },
      'x-forwarded-host': { value: 'leads.acme.com' },
      'x-viewer-ip': { value: '203.0.113.9' },
    })
  })

  it('CMP-47 leads the script of every campaign to one file, as one machine does, and nothing else', () => {
    const paths = [
      pixelScriptPath('12345678'),
      '/px/1234567.js',
      '/px/123456789.js',
      '/px/12345678.js/x',
      '/px/collect',
      '/a/px/12345678.js',
    ]
    for (const uri of paths) expect(answer({ uri }).uri, uri).toBe(isPixelScript(uri) ? pixelFile : uri)
    expect(paths.filter(isPixelScript)).toEqual(['/px/12345678.js'])
    expect(readdirSync('web/public')).toContain(pixelFile.slice(1))
  })

  it('is small enough for the edge', () => expect(Buffer.byteLength(source)).toBeLessThan(10_240))
})
